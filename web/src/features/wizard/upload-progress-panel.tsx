import { Button, VisuallyHidden } from '@mantine/core';
import { IconFileZip } from '@tabler/icons-react';
import { formatBytes } from '../../lib/format.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import { percentOf, quarterOf, timeLeftText } from './upload-progress.ts';
import type { UploadSession } from './upload-session.ts';

const t = texts.upload;

/** An upload on its way: bytes sent and, beside them, the hash that this browser computes meanwhile. */
export function UploadProgress({ session, onCancel }: { session: UploadSession; onCancel: () => void }) {
  const { file, sent, secondsLeft, localHash } = session;
  const percent = percentOf(sent, file.size);
  const amount = t.amount(formatBytes(Math.min(sent, file.size)), formatBytes(file.size));
  const rest = secondsLeft === null ? '' : ` · ${t.left(timeLeftText(secondsLeft))}`;
  return (
    <section className={uploadCss.sending} aria-label={t.progress}>
      <p className={uploadCss.file}>
        <IconFileZip size={22} aria-hidden />
        <span className={uploadCss.fileName}>{file.name}</span>
        <span className={uploadCss.fileSize}>{formatBytes(file.size)}</span>
      </p>
      <Bar
        label={t.sendingBar}
        percent={percent}
        note={percent < 100 ? `${t.sending(percent)} · ${amount}${rest}` : t.checking}
      />
      <Bar
        label={t.hashBar}
        percent={hashPercent(localHash, file.size)}
        note={hashNote(localHash, file.size)}
      />
      <VisuallyHidden role="status">
        {percent < 100 ? t.sending(quarterOf(percent)) : t.checking}
      </VisuallyHidden>
      <div className={uploadCss.sendingFoot}>
        <p className="g2-note">{t.background}</p>
        <Button variant="default" size="sm" onClick={onCancel}>
          {t.abort}
        </Button>
      </div>
    </section>
  );
}

function hashPercent(local: UploadSession['localHash'], size: number): number {
  if (local === 'failed') return 0;
  return 'hash' in local ? 100 : percentOf(local.read, size);
}

function hashNote(local: UploadSession['localHash'], size: number): string {
  if (local === 'failed') return t.localFailed;
  return 'hash' in local ? t.hashReady : t.hashing(hashPercent(local, size));
}

function Bar({ label, percent, note }: { label: string; percent: number; note: string }) {
  return (
    <div>
      <p className={uploadCss.barHead}>
        <span className={uploadCss.barLabel}>{label}</span>
        <span className={uploadCss.barNote}>{note}</span>
      </p>
      <div
        className={uploadCss.track}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={note}
      >
        <div className={uploadCss.fill} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
