import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { fileRoutes } from '@g2/gateway/contract/routes/files';
import { pathOf } from '../../lib/call.ts';
import { type Download, useDownload } from '../../lib/download.ts';
import { messageOf } from '../../lib/failures.ts';
import { formatBytes } from '../../lib/format.ts';
import { ArchiveSummary } from '../../shared/archive/summary.tsx';
import { FilesLink } from '../../shared/archive/summary-fold.tsx';
import { texts as archive } from '../../shared/archive/texts.ts';
import { DownloadButton } from '../../ui/download-button.tsx';
import { Fact, Facts } from '../../ui/facts.tsx';
import { FileHashes } from '../../ui/hash-line.tsx';
import { notify } from '../../ui/toast-store.ts';
import classes from './detail-panels.module.css';
import { texts } from './texts.ts';

const t = texts.detail;

export interface Zip extends Pick<Download, 'transfer' | 'cancel'> {
  readonly start: () => void;
}

/** The download of a registration's ZIP. */
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

/** Name, size and hash of the file and what is in it, or that there is none yet. */
export function FileFacts({ registration }: { registration: StaffRegistration }) {
  const { fileName, fileSize, sha256, sha512 } = registration;
  if (fileName === null || sha256 === null) return <p className="g2-note">{t.noFile}</p>;
  return (
    <div className={classes.file}>
      <Facts>
        <Fact name={t.fileName}>{fileName}</Fact>
        {fileSize !== null && <Fact name={t.fileSize}>{formatBytes(fileSize, 'Bytes')}</Fact>}
      </Facts>
      <FileHashes sha256={sha256} sha512={sha512} />
      <div className={classes.contents}>
        <p className="g2-subtitle">{archive.title}</p>
        <ArchiveSummary registration={registration} reader="staff" />
        <div>
          <FilesLink registration={registration} />
        </div>
      </div>
    </div>
  );
}

/** Nothing where no file is stored (spec §2). */
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
