import { fileCalls } from '@g2/gateway/contract/gen/calls/files';
import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { pathOf } from '../../lib/call.ts';
import { useDownload } from '../../lib/download.ts';
import { messageOf } from '../../lib/failures.ts';
import { formatBytes, shortHash } from '../../lib/format.ts';
import { ArchiveInPlace } from '../../shared/archive/in-place.tsx';
import { ArchiveSummary, FilesLink } from '../../shared/archive/summary.tsx';
import { texts as archiveTexts } from '../../shared/archive/texts.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import type { SectionProps } from './detail-panels.tsx';
import { FoldSummary } from './folded-block.tsx';
import { texts } from './texts.ts';

const t = texts.detail;

export type ZipDownload = ReturnType<typeof useStaffZipDownload>;

/** Downloads the ZIP file. Does nothing if no file is stored (spec §2) or a download is running. */
export function useStaffZipDownload({ id, fileName, fileStoragePath }: StaffRegistration) {
  const { transfer, cancel, start } = useDownload();
  const download = async () => {
    notify.success(t.downloadStarted);
    try {
      const path = pathOf(fileCalls.downloadFile, { params: { id } });
      const savedFileName = await start(path, fileName ?? 'arquivo.zip');
      if (savedFileName === null) notify.success(t.downloadCancelled);
    } catch (error) {
      notify.error(t.downloadFailed, messageOf(error, t.downloadFailedText));
    }
  };
  return {
    transfer,
    cancel,
    start: () => {
      if (fileStoragePath !== null && transfer === null) void download();
    },
  };
}

type FileSectionProps = SectionProps & { readonly zipDownload: ZipDownload };

/** Section with the file's name, size, contents and hashes. The file's warnings are in the section of findings. */
export function FileSection({ registration, frame: Section, zipDownload }: FileSectionProps) {
  const { fileName, fileSize, fileStoragePath, sha256, sha512 } = registration;
  return (
    <Section
      title={t.file}
      action={
        fileStoragePath !== null && (
          <DownloadButton
            transfer={zipDownload.transfer}
            name={fileName ?? t.file}
            onStart={zipDownload.start}
            onCancel={zipDownload.cancel}
          >
            {t.download}
          </DownloadButton>
        )
      }
    >
      {fileName === null || sha256 === null ? (
        <p className="g2-note">{t.noFile}</p>
      ) : (
        <div className="grid gap-3">
          <Facts>
            <Fact name={t.fileName}>{fileName}</Fact>
            {fileSize !== null && <Fact name={t.fileSize}>{formatBytes(fileSize, 'Bytes')}</Fact>}
          </Facts>
          <div className="grid gap-3 pt-3 border-t border-line">
            <p className="g2-subtitle">{archiveTexts.title}</p>
            <ArchiveSummary registration={registration} reader="staff" showWarnings={false} />
            <FileBrowser registration={registration} sha256={sha256} />
          </div>
          <details>
            <FoldSummary>
              <span className="g2-meta font-semibold">
                SHA-256 <code className="font-medium">{shortHash(sha256)}</code>
              </span>
            </FoldSummary>
            <div className="grid gap-2 pt-2">
              <FileHashes sha256={sha256} sha512={sha512} />
            </div>
          </details>
        </div>
      )}
    </Section>
  );
}

/** Button that shows the file browser below it, and a link to the page of the file browser. */
function FileBrowser({ registration, sha256 }: { registration: StaffRegistration; sha256: string }) {
  const [isOpen, setOpen] = useState(false);
  const browserId = useId();
  const { id, contents } = registration;
  if (contents === null || contents.files === 0) return null;
  return (
    <>
      <div className="g2-row">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconListTree size={17} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? browserId : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? t.hideFiles : t.showFiles}
        </Button>
        <FilesLink registration={registration} />
      </div>
      {isOpen && (
        <div id={browserId}>
          <ArchiveInPlace key={sha256} deposit={{ id, sha256 }} reader="staff" />
        </div>
      )}
    </>
  );
}
