import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import { CancelDialog, FileLine } from './upload-panels.tsx';
import { percentOf, quarterOf, timeLeftText } from './upload-progress.ts';
import type { UploadSession } from './upload-session.ts';
import type { UploadControl } from './use-upload.ts';

const t = texts.upload;

type Actions = Pick<UploadControl, 'pause' | 'goOn' | 'cancel'>;

export function UploadProgress({ session, ...actions }: { session: UploadSession } & Actions) {
  const { file, sent, localHash, line, resumable } = session;
  const percent = percentOf(sent, file.size);
  const stands = line === 'preparing' || line === 'moving' ? null : t.lines[line];
  return (
    <section className={uploadCss.sending} aria-label={t.progress}>
      <FileLine name={file.name} size={file.size} />
      <Bar label={t.sendingBar} percent={percent} note={sendingNote(session)} still={stands !== null} />
      {stands !== null && <p className={uploadCss.stands}>{stands}</p>}
      <Bar
        label={t.hashBar}
        percent={hashPercent(localHash, file.size)}
        note={hashNote(localHash, file.size)}
      />
      {/* Announces connection states and quarters of the progress, not every update. */}
      <VisuallyHidden role="status">{stands ?? spoken(session)}</VisuallyHidden>
      <div className={uploadCss.sendingFoot}>
        <p className="g2-note">{resumable ? t.resumes : t.background}</p>
        <SendingActions session={session} {...actions} />
      </div>
    </section>
  );
}

function sendingNote({ file, sent, line, rate, secondsLeft, resumable }: UploadSession): string {
  const percent = percentOf(sent, file.size);
  const amount = t.amount(formatBytes(Math.min(sent, file.size)), formatBytes(file.size));
  if (line === 'preparing') return t.preparing;
  if (line !== 'moving')
    return `${line === 'paused' ? t.pausedAt(percent) : t.stoppedAt(percent)} · ${amount}`;
  if (percent >= 100) return t.checking;
  const rest = secondsLeft === null ? (resumable ? t.estimating : '') : t.left(timeLeftText(secondsLeft));
  const pace = rate === null ? '' : t.pace(formatBytes(Math.round(rate)));
  return [t.sending(percent), amount, rest, pace].filter((part) => part !== '').join(' · ');
}

function spoken({ file, sent, line }: UploadSession): string {
  if (line === 'preparing') return t.preparing;
  const percent = percentOf(sent, file.size);
  return percent < 100 ? t.sending(quarterOf(percent)) : t.checking;
}

/** Pause, resume and cancel. Cancelling a resumable upload asks first; another one is cancelled at once. */
function SendingActions({ session, pause, goOn, cancel }: { session: UploadSession } & Actions) {
  const { line, resumable, file, answer } = session;
  const [asking, setAsking] = useState(false);
  const isHeld = line === 'paused' || line === 'signed-out';
  const stands = isHeld || line === 'offline' || line === 'away';
  const Icon = stands ? IconPlayerPlay : IconPlayerPause;
  return (
    <div className={uploadCss.sendingActions}>
      {resumable && answer === null && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={stands ? goOn : pause}
        >
          {isHeld ? t.goOn : stands ? t.tryNow : t.pause}
        </Button>
      )}
      <Button variant="default" size="sm" onClick={resumable ? () => setAsking(true) : cancel}>
        {t.abort}
      </Button>
      <CancelDialog opened={asking} onConfirm={cancel} onClose={() => setAsking(false)}>
        <p>
          {t.cancelText(file.name)} {t.cancelPause}
        </p>
      </CancelDialog>
    </div>
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

interface BarProps {
  readonly label: string;
  readonly percent: number;
  readonly note: string;
  readonly still?: boolean;
}

function Bar({ label, percent, note, still = false }: BarProps) {
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
        data-still={still || undefined}
      >
        <div className={uploadCss.fill} style={{ width: `${percent}%` }} />
      </div>
    </div>
  );
}
