import { Button, Loader, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconFileZip } from '@tabler/icons-react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import type { UploadFailureView } from './upload-failure.ts';
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

interface UploadAskingProps {
  readonly session: UploadSession;
  /** The server gave no answer when it was last asked. */
  readonly away: boolean;
  readonly onAsk: () => void;
}

/** An upload that ended without a clear word: nothing is said of the stored file until the server has been asked. */
export function UploadAsking({ session: { file, failure }, away, onAsk }: UploadAskingProps) {
  return (
    <section className={uploadCss.asking} aria-label={t.asking}>
      <Loader size={20} aria-hidden />
      <div className={uploadCss.failureText}>
        <p className={uploadCss.failureTitle} role="status">
          {away ? t.away : t.asking}
        </p>
        <p>{failure === null ? t.cancelledFile(file.name) : t.failedFile(file.name, failure.text)}</p>
        {away && (
          <>
            <p>{t.awayText}</p>
            <Button size="sm" variant="default" onClick={onAsk}>
              {t.askNow}
            </Button>
          </>
        )}
      </div>
    </section>
  );
}

interface UploadFailureProps {
  readonly failure: UploadFailureView;
  readonly fileName: string;
  readonly onRetry: () => void;
}

/** What stays when the toast has gone: which file did not make it, why, and what can be done. */
export function UploadFailure({ failure, fileName, onRetry }: UploadFailureProps) {
  const { duplicate } = failure;
  return (
    <section className={uploadCss.failure} aria-label={t.failed}>
      <IconAlertTriangle size={20} aria-hidden />
      <div className={uploadCss.failureText}>
        <p className={uploadCss.failureTitle}>
          {t.failed}: {fileName}
        </p>
        <p>{failure.text}</p>
        {failure.advice !== null && <p>{failure.advice}</p>}
        {duplicate !== null && <WayOn ownId={duplicate.ownId} />}
        {failure.retry && (
          <Button size="sm" onClick={onRetry}>
            {t.retry}
          </Button>
        )}
      </div>
    </section>
  );
}

function WayOn({ ownId }: { ownId: string | null }) {
  if (ownId !== null) return <Link to={stepPath('basic', ownId)}>{t.openOther}</Link>;
  return (
    <Link to="/help" target="_blank" rel="noopener">
      {t.help}
    </Link>
  );
}
