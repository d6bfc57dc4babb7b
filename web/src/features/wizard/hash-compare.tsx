import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { HashBlock } from '../../ui/hash-line.tsx';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import type { LocalHash } from './use-upload.ts';
import classes from './wizard.module.css';

const t = texts.upload;

interface HashCompareProps {
  readonly local: LocalHash;
  readonly server: string | null;
}

/** The browser's own hash beside the server's: nobody has to take our word for it. */
export function HashCompare({ local, server }: HashCompareProps) {
  if (local === 'none' && server === null) return null;
  const known = typeof local === 'object' ? local.hash : null;
  return (
    <div className={uploadCss.hashes}>
      {local === 'computing' && (
        <p className={classes.note} role="status">
          {t.local}: {t.computing}
        </p>
      )}
      {local === 'failed' && <p className={classes.note}>{t.localFailed}</p>}
      {known !== null && <HashBlock hash={known} label={t.local} />}
      {server !== null && <HashBlock hash={server} label={t.server} />}
      {known !== null && server !== null && (
        <p className={classes.verdict} data-match={known === server} role="status">
          {known === server ? (
            <IconCircleCheck size={18} aria-hidden />
          ) : (
            <IconAlertTriangle size={18} aria-hidden />
          )}
          {known === server ? t.match : t.mismatch}
        </p>
      )}
    </div>
  );
}
