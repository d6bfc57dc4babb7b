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

type UploadActions = Pick<UploadControl, 'pause' | 'resume' | 'cancel'>;

export function UploadProgress({ session, ...actions }: { session: UploadSession } & UploadActions) {
  const { file, sentBytes, localHash, connection, isResumable } = session;
  const percent = percentOf(sentBytes, file.size);
  const haltedText =
    connection === 'preparing' || connection === 'moving' ? null : t.connectionStates[connection];
  return (
    <section className="grid gap-4 p-5 border border-line rounded-lg" aria-label={t.progressLabel}>
      <FileLine name={file.name} size={file.size} />
      <LabelledBar
        label={t.sendingBarLabel}
        percent={percent}
        note={sendingNote(session)}
        isHalted={haltedText !== null}
      />
      {haltedText !== null && <p className="m-0 text-sm font-semibold">{haltedText}</p>}
      <LabelledBar
        label={t.hashBarLabel}
        percent={hashPercent(localHash, file.size)}
        note={hashNote(localHash, file.size)}
      />
      {/* Announces connection states and each quarter of the progress, not every update. */}
      <VisuallyHidden role="status">{haltedText ?? announcement(session)}</VisuallyHidden>
      <div className="g2-spread">
        <p className="g2-note flex-[1_1_240px]">{isResumable ? t.resumableHint : t.keepTabOpenHint}</p>
        <SendingActions session={session} {...actions} />
      </div>
    </section>
  );
}

function sendingNote({ file, sentBytes, connection, rate, isResumable }: UploadSession): string {
  const percent = percentOf(sentBytes, file.size);
  const amount = t.amount(formatBytes(Math.min(sentBytes, file.size)), formatBytes(file.size));
  if (connection === 'preparing') return t.hashingBeforeUpload;
  if (connection !== 'moving')
    return `${connection === 'paused' ? t.pausedAt(percent) : t.stoppedAt(percent)} · ${amount}`;
  if (percent >= 100) return t.checking;
  const seconds = secondsLeft(file.size - sentBytes, rate);
  const estimatingText = isResumable ? t.estimatingTime : '';
  const timeLeft = seconds === null ? estimatingText : t.timeLeft(timeLeftText(seconds));
  const transferRate = rate === null ? '' : t.transferRate(formatBytes(Math.round(rate)));
  return [t.sending(percent), amount, timeLeft, transferRate].filter((part) => part !== '').join(' · ');
}

function announcement({ file, sentBytes, connection }: UploadSession): string {
  if (connection === 'preparing') return t.hashingBeforeUpload;
  const percent = percentOf(sentBytes, file.size);
  return percent < 100 ? t.sending(quarterOf(percent)) : t.checking;
}

/** Buttons to pause, resume and cancel. Only the cancellation of a resumable upload must be confirmed. */
function SendingActions({ session, pause, resume, cancel }: { session: UploadSession } & UploadActions) {
  const { connection, isResumable, file, answer } = session;
  const [isCancelling, setCancelling] = useState(false);
  const isPaused = connection === 'paused' || connection === 'signed-out';
  const isHalted = isPaused || connection === 'offline' || connection === 'away';
  const Icon = isHalted ? IconPlayerPlay : IconPlayerPause;
  return (
    <div className="g2-actions">
      {isResumable && answer === null && (
        <Button
          variant="default"
          size="sm"
          leftSection={<Icon size={16} aria-hidden />}
          onClick={isHalted ? resume : pause}
        >
          {isPaused ? t.resume : isHalted ? t.retryNow : t.pause}
        </Button>
      )}
      <Button variant="default" size="sm" onClick={isResumable ? () => setCancelling(true) : cancel}>
        {t.cancelUpload}
      </Button>
      <CancelDialog opened={isCancelling} onConfirm={cancel} onClose={() => setCancelling(false)}>
        <p>
          {t.cancelText(file.name)} {t.pauseInsteadHint}
        </p>
      </CancelDialog>
    </div>
  );
}

function hashPercent(localHash: UploadSession['localHash'], size: number): number {
  if (localHash === 'failed') return 0;
  return 'hash' in localHash ? 100 : percentOf(localHash.readBytes, size);
}

function hashNote(localHash: UploadSession['localHash'], size: number): string {
  if (localHash === 'failed') return t.browserHashFailed;
  return 'hash' in localHash ? t.hashComputed : t.hashing(hashPercent(localHash, size));
}

interface LabelledBarProps {
  readonly label: string;
  readonly percent: number;
  readonly note: string;
  readonly isHalted?: boolean;
}

function LabelledBar({ label, percent, note, isHalted = false }: LabelledBarProps) {
  return (
    <div>
      <p className="g2-spread m-0 mb-1.5 text-sm">
        <span className="font-semibold">{label}</span>
        <span className="text-muted tabular-nums">{note}</span>
      </p>
      <ProgressBar
        percent={percent}
        isHalted={isHalted}
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
