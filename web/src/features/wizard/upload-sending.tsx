import { Button, VisuallyHidden } from '@mantine/core';
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { texts } from './texts.ts';
import { CancelDialog, FileLine, ProgressBar } from './upload-panels.tsx';
import { percentOf, quarterOf, secondsLeft, timeLeftText } from './upload-progress.ts';
import type { UploadSession } from './upload-session.ts';
import type { UploadControl } from './use-upload.ts';

const t = texts.upload;

type Actions = Pick<UploadControl, 'pause' | 'goOn' | 'cancel'>;

export function UploadProgress({ session, ...actions }: { session: UploadSession } & Actions) {
  const { file, sent, localHash, line, resumable } = session;
  const percent = percentOf(sent, file.size);
  const heldText = line === 'preparing' || line === 'moving' ? null : t.lines[line];
  return (
    <section className="grid gap-4 p-5 border border-line rounded-lg" aria-label={t.progress}>
      <FileLine name={file.name} size={file.size} />
      <Bar label={t.sendingBar} percent={percent} note={sendingNote(session)} isHeld={heldText !== null} />
      {heldText !== null && <p className="m-0 text-sm font-semibold">{heldText}</p>}
      <Bar
        label={t.hashBar}
        percent={hashPercent(localHash, file.size)}
        note={hashNote(localHash, file.size)}
      />
      {/* Announces connection states and quarters of the progress, not every update. */}
      <VisuallyHidden role="status">{heldText ?? announcement(session)}</VisuallyHidden>
      <div className="g2-spread">
        <p className="g2-note flex-[1_1_240px]">{resumable ? t.resumes : t.background}</p>
        <SendingActions session={session} {...actions} />
      </div>
    </section>
  );
}

function sendingNote({ file, sent, line, rate, resumable }: UploadSession): string {
  const percent = percentOf(sent, file.size);
  const amount = t.amount(formatBytes(Math.min(sent, file.size)), formatBytes(file.size));
  if (line === 'preparing') return t.preparing;
  if (line !== 'moving')
    return `${line === 'paused' ? t.pausedAt(percent) : t.stoppedAt(percent)} · ${amount}`;
  if (percent >= 100) return t.checking;
  const seconds = secondsLeft(file.size - sent, rate);
  const rest = seconds === null ? (resumable ? t.estimating : '') : t.left(timeLeftText(seconds));
  const pace = rate === null ? '' : t.pace(formatBytes(Math.round(rate)));
  return [t.sending(percent), amount, rest, pace].filter((part) => part !== '').join(' · ');
}

function announcement({ file, sent, line }: UploadSession): string {
  if (line === 'preparing') return t.preparing;
  const percent = percentOf(sent, file.size);
  return percent < 100 ? t.sending(quarterOf(percent)) : t.checking;
}

/** Pause, resume and cancel. Cancelling a resumable upload asks first; another one is cancelled at once. */
function SendingActions({ session, pause, goOn, cancel }: { session: UploadSession } & Actions) {
  const { line, resumable, file, answer } = session;
  const [isCancelling, setCancelling] = useState(false);
  const isPaused = line === 'paused' || line === 'signed-out';
  const isHeld = isPaused || line === 'offline' || line === 'away';
  const Icon = isHeld ? IconPlayerPlay : IconPlayerPause;
  return (
    <div className="g2-actions">
      {resumable && answer === null && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={isHeld ? goOn : pause}
        >
          {isPaused ? t.goOn : isHeld ? t.tryNow : t.pause}
        </Button>
      )}
      <Button variant="default" size="sm" onClick={resumable ? () => setCancelling(true) : cancel}>
        {t.abort}
      </Button>
      <CancelDialog opened={isCancelling} onConfirm={cancel} onClose={() => setCancelling(false)}>
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
  readonly isHeld?: boolean;
}

function Bar({ label, percent, note, isHeld = false }: BarProps) {
  return (
    <div>
      <p className="g2-spread m-0 mb-1.5 text-sm">
        <span className="font-semibold">{label}</span>
        <span className="text-muted tabular-nums">{note}</span>
      </p>
      <ProgressBar
        percent={percent}
        isHeld={isHeld}
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        aria-valuetext={note}
      />
    </div>
  );
}
