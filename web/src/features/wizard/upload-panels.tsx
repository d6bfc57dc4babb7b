import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Loader } from '@mantine/core';
import { IconAlertTriangle, IconFileZip, IconPlayerPause } from '@tabler/icons-react';
import clsx from 'clsx';
import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { HashBlock } from '../../ui/hash-line.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import type { UploadFailureView } from './upload-failure.ts';
import { hashOf } from './upload-outcome.ts';
import { percentOf } from './upload-progress.ts';
import type { LocalHash, UploadSession } from './upload-session.ts';
import type { Interrupted } from './use-interrupted.ts';
import { Verdict } from './verdict.tsx';

const t = texts.upload;

export function FileLine({ name, size }: { name: string | null; size: number }) {
  return (
    <p className="g2-line gap-3 m-0">
      <IconFileZip className="text-accent" size={22} aria-hidden />
      <span className="flex-1 min-w-0 font-semibold wrap-anywhere">{name}</span>
      <span className="g2-note flex-none tabular-nums">{formatBytes(size)}</span>
    </p>
  );
}

/** Bar of a transfer. @param isHeld the transfer makes no progress now */
export function ProgressBar({
  percent,
  isHeld,
  ...props
}: { percent: number; isHeld: boolean } & ComponentProps<'div'>) {
  return (
    <div className="g2-meter w-full h-2 border border-line" {...props}>
      <div
        className={isHeld ? 'opacity-50' : 'motion-safe:transition-[width] motion-safe:duration-200'}
        style={{ width: `${percent}%` }}
      />
    </div>
  );
}

interface CancelDialogProps {
  readonly opened: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** Confirms that an upload is cancelled, and what the server has received is discarded. */
export function CancelDialog(props: CancelDialogProps) {
  return <ConfirmDialog {...props} title={t.cancelTitle} confirm={t.abort} danger />;
}

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
  const known = hashOf(local);
  const isWrong = known !== null && known !== sha256;
  return (
    <section className="grid gap-4 p-5 border border-line rounded-lg" aria-label={t.stored}>
      <FileLine name={fileName} size={fileSize ?? 0} />
      {note !== null && <p className="m-0">{note}</p>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,264px),1fr))] gap-2">
        {known !== null && <HashBlock hash={known} label={t.local} />}
        {sha256 !== null && <HashBlock hash={sha256} label={t.server} />}
      </div>
      <Verdict tone={known === null ? 'plain' : isWrong ? 'bad' : 'good'} role={isWrong ? 'alert' : 'status'}>
        {known === null ? hashState(local) : isWrong ? t.mismatch : t.match}
      </Verdict>
    </section>
  );
}

function hashState(local: LocalHash | null): string {
  if (local === null) return t.storedBefore;
  return local === 'failed' ? t.localFailed : t.computing;
}

interface NoticeProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly className: string;
  readonly children: ReactNode;
}

/** What happened to an upload, and what can be done. */
function Notice({ label, icon, className, children }: NoticeProps) {
  return (
    <section
      className={clsx('flex items-start gap-3 mb-4 p-4 border rounded-md', className)}
      aria-label={label}
    >
      <span className="flex-none mt-0.5">{icon}</span>
      <div className="grid flex-1 justify-items-start gap-1 min-w-0 [&>p]:m-0">{children}</div>
    </section>
  );
}

interface UploadAskingProps {
  readonly session: UploadSession;
  /** The last request to the server got no answer. */
  readonly isUnreachable: boolean;
  readonly onRetry: () => void;
}

/** An upload with an unknown outcome: shows no stored file until the registration has been read again. */
export function UploadAsking({ session: { file, failure }, isUnreachable, onRetry }: UploadAskingProps) {
  return (
    <Notice label={t.asking} icon={<Loader size={20} aria-hidden />} className="border-line">
      <p className="font-semibold wrap-anywhere" role="status">
        {isUnreachable ? t.away : t.asking}
      </p>
      <p>{failure === null ? t.cancelledFile(file.name) : t.failedFile(file.name, failure.text)}</p>
      {isUnreachable && (
        <>
          <p>{t.awayText}</p>
          <Button size="sm" variant="default" className="mt-2" onClick={onRetry}>
            {t.askNow}
          </Button>
        </>
      )}
    </Notice>
  );
}

interface UploadFailureProps {
  readonly failure: UploadFailureView;
  readonly fileName: string;
  /** null when the page no longer has the file. */
  readonly onRetry: (() => void) | null;
}

export function UploadFailure({ failure, fileName, onRetry }: UploadFailureProps) {
  const { duplicate } = failure;
  const icon = <IconAlertTriangle className="text-danger" size={20} aria-hidden />;
  return (
    <Notice label={t.failed} icon={icon} className="border-danger/40 bg-danger-soft">
      <p className="font-semibold wrap-anywhere">
        {t.failed}: {fileName}
      </p>
      <p>{failure.text}</p>
      {failure.advice !== null && <p>{failure.advice}</p>}
      {duplicate !== null &&
        (duplicate.ownId !== null ? (
          <Link to={stepPath('basic', duplicate.ownId)} className="text-inherit font-semibold">
            {t.openOther}
          </Link>
        ) : (
          <Link to="/help" target="_blank" rel="noopener" className="text-inherit font-semibold">
            {t.help}
          </Link>
        ))}
      {failure.retry && onRetry !== null && (
        <Button size="sm" className="mt-2" onClick={onRetry}>
          {t.retry}
        </Button>
      )}
    </Notice>
  );
}

interface UploadInterruptedProps {
  readonly interrupted: Interrupted;
  readonly onFile: (file: File | null) => void;
}

/** An upload interrupted by the end of an earlier page: what the server has received, and how to resume it. */
export function UploadInterrupted({ interrupted, onFile }: UploadInterruptedProps) {
  const { upload, state, elsewhere, unknown, refetch } = interrupted;
  if (unknown && state === undefined) {
    return <RetryLine text={t.stateFailed(upload.fileName)} busy={false} onRetry={refetch} />;
  }
  if (state?.state === 'receiving' && !elsewhere) {
    return <ResumePanel {...interrupted} offset={state.offset} onFile={onFile} />;
  }
  return (
    <Notice label={t.asking} icon={<Loader size={20} aria-hidden />} className="border-line">
      <p role="status">{elsewhere ? t.elsewhere(upload.fileName) : t.readingState(upload.fileName)}</p>
    </Notice>
  );
}

type ResumePanelProps = Pick<Interrupted, 'upload' | 'discard'> &
  Pick<UploadInterruptedProps, 'onFile'> & { readonly offset: number };

function ResumePanel({ upload: { fileName, size }, offset, discard, onFile }: ResumePanelProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isCancelling, setCancelling] = useState(false);
  const icon = <IconPlayerPause className="text-accent" size={20} aria-hidden />;
  return (
    <Notice label={t.interrupted} icon={icon} className="border-line bg-accent-soft">
      <p className="font-semibold wrap-anywhere" role="status">
        {t.interruptedAt(formatBytes(offset), formatBytes(size), fileName)}
      </p>
      <ProgressBar percent={percentOf(offset, size)} isHeld aria-hidden />
      <p>{t.interruptedText}</p>
      <div className="g2-actions w-full mt-1.5">
        <input
          ref={input}
          type="file"
          accept=".zip,application/zip"
          hidden
          onChange={(event) => {
            const file = event.currentTarget.files?.item(0) ?? null;
            event.currentTarget.value = '';
            if (file !== null) onFile(file);
          }}
        />
        <Button size="sm" onClick={() => input.current?.click()}>
          {t.chooseSame}
        </Button>
        <Button size="sm" variant="default" onClick={() => setCancelling(true)}>
          {t.abort}
        </Button>
      </div>
      <CancelDialog opened={isCancelling} onConfirm={discard} onClose={() => setCancelling(false)}>
        <p>{t.cancelText(fileName)}</p>
      </CancelDialog>
    </Notice>
  );
}
