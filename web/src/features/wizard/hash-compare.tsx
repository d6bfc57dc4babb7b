import type { Registration } from '@g2/gateway/contract/registrations';
import { IconAlertTriangle, IconCircleCheck, IconFileZip } from '@tabler/icons-react';
import { formatBytes } from '../../lib/format.ts';
import { HashBlock } from '../../ui/hash-line.tsx';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import type { LocalHash } from './upload-session.ts';
import classes from './wizard.module.css';

const t = texts.upload;

interface HashCompareProps {
  /** Must have a stored file. */
  readonly registration: Registration;
  /** null when the file was not sent from this page. */
  readonly local: LocalHash | null;
  /** Explains how the file was stored when its upload seemed to fail. */
  readonly note: string | null;
}

/** The stored file with the browser's hash beside the server's, so that the user can verify the upload. */
export function HashCompare({ registration: { fileName, fileSize, sha256 }, local, note }: HashCompareProps) {
  const known = local !== null && typeof local === 'object' && 'hash' in local ? local.hash : null;
  return (
    <section className={uploadCss.stored} aria-label={t.stored}>
      <p className={uploadCss.file}>
        <IconFileZip size={22} aria-hidden />
        <span className={uploadCss.fileName}>{fileName}</span>
        <span className={uploadCss.fileSize}>{formatBytes(fileSize ?? 0)}</span>
      </p>
      {note !== null && <p className={uploadCss.note}>{note}</p>}
      <div className={uploadCss.hashes}>
        {known !== null && <HashBlock hash={known} label={t.local} />}
        {sha256 !== null && <HashBlock hash={sha256} label={t.server} />}
      </div>
      <p
        className={classes.verdict}
        data-tone={known === null ? 'plain' : known === sha256 ? 'good' : 'bad'}
        role={known !== null && known !== sha256 ? 'alert' : 'status'}
      >
        {known !== null && known !== sha256 ? (
          <IconAlertTriangle size={18} aria-hidden />
        ) : (
          <IconCircleCheck size={18} aria-hidden />
        )}
        <span>{verdict(known, sha256, local)}</span>
      </p>
    </section>
  );
}

function verdict(known: string | null, server: string | null, local: LocalHash | null): string {
  if (known !== null) return known === server ? t.match : t.mismatch;
  if (local === null) return t.storedBefore;
  return local === 'failed' ? t.localFailed : t.computing;
}
