import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { Button } from '@mantine/core';
import { IconChevronDown, IconListTree } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { pathOf } from '../../lib/call.ts';
import { type Download, useDownload } from '../../lib/download.ts';
import { messageOf } from '../../lib/failures.ts';
import { formatBytes, shortHash } from '../../lib/format.ts';
import type { Deposit } from '../../shared/archive/api.ts';
import { ArchiveInPlace } from '../../shared/archive/in-place.tsx';
import { ArchiveSummary } from '../../shared/archive/summary.tsx';
import { FilesLink } from '../../shared/archive/summary-fold.tsx';
import { texts as archive } from '../../shared/archive/texts.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import { texts as decision } from './decision-texts.ts';
import classes from './detail-panels.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

export interface Zip extends Pick<Download, 'transfer' | 'cancel'> {
  readonly start: () => void;
}

export function useZip({ id, fileName, fileStoragePath }: StaffRegistration): Zip {
  const { transfer, cancel, start } = useDownload();
  const run = async () => {
    notify.success(t.downloadStarted);
    try {
      const saved = await start(
        pathOf(fileRoutes.downloadFile, { params: { id } }),
        fileName ?? 'arquivo.zip',
      );
      if (saved === null) notify.success(t.downloadCancelled);
    } catch (error) {
      notify.error(t.downloadFailed, messageOf(error, t.downloadFailedText));
    }
  };
  return {
    transfer,
    cancel,
    start: () => {
      if (fileStoragePath !== null && transfer === null) void run();
    },
  };
}

/** Name, size, contents and hashes of the file, or that there is none yet. Its warnings are in the flags section. */
export function FileFacts({ registration }: { registration: StaffRegistration }) {
  const { fileName, fileSize, sha256, sha512 } = registration;
  if (fileName === null || sha256 === null) return <p className="g2-note">{t.noFile}</p>;
  return (
    <div className={classes.file}>
      <Facts>
        <Fact name={t.fileName}>{fileName}</Fact>
        {fileSize !== null && <Fact name={t.fileSize}>{formatBytes(fileSize, 'Bytes')}</Fact>}
      </Facts>
      <div className={classes.contents}>
        <p className="g2-subtitle">{archive.title}</p>
        <ArchiveSummary registration={registration} reader="staff" warned={false} />
        <Browse id={registration.id} sha256={sha256} registration={registration} />
      </div>
      <Hashes sha256={sha256} sha512={sha512} />
    </div>
  );
}

/** Button that expands the file browser in place, and a link to its own page. */
function Browse({ id, sha256, registration }: Deposit & { registration: StaffRegistration }) {
  const [isOpen, setOpen] = useState(false);
  const place = useId();
  const { contents } = registration;
  if (contents === null || contents.files === 0) return null;
  return (
    <>
      <div className="g2-row">
        <Button
          size="sm"
          variant="default"
          leftSection={<IconListTree size={17} aria-hidden />}
          aria-expanded={isOpen}
          aria-controls={isOpen ? place : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? decision.browse.close : decision.browse.open}
        </Button>
        <FilesLink registration={registration} />
      </div>
      {isOpen && (
        <div id={place}>
          <ArchiveInPlace key={sha256} deposit={{ id, sha256 }} reader="staff" />
        </div>
      )}
    </>
  );
}

/** Short SHA-256 that expands to both full hashes. */
function Hashes({ sha256, sha512 }: { sha256: string; sha512: string | null }) {
  return (
    <details className={classes.hashes}>
      <summary>
        SHA-256 <code>{shortHash(sha256)}</code>
        <IconChevronDown size={16} aria-hidden />
      </summary>
      <FileHashes sha256={sha256} sha512={sha512} />
    </details>
  );
}

/** Download button of the ZIP; nothing where no file is stored (spec §2). */
export function ZipButton({ registration, zip }: { registration: StaffRegistration; zip: Zip }) {
  if (registration.fileStoragePath === null) return null;
  return (
    <DownloadButton
      transfer={zip.transfer}
      name={registration.fileName ?? t.file}
      onStart={zip.start}
      onCancel={zip.cancel}
    >
      {t.download}
    </DownloadButton>
  );
}
