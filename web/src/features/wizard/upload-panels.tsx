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
import { computedHashOf } from './upload-outcome.ts';
import { percentOf } from './upload-progress.ts';
import type { LocalHash, UploadSession } from './upload-session.ts';
import type { InterruptedUpload } from './use-interrupted.ts';
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

/** Progress bar of an upload. @param isHalted the upload is paused or disconnected */
export function ProgressBar({
  percent,
  isHalted,
  ...props
}: { percent: number; isHalted: boolean } & ComponentProps<'div'>) {
  return (
    <div className="g2-meter w-full h-2 border border-line" {...props}>
      <div
        className={isHalted ? 'opacity-50' : 'motion-safe:transition-[width] motion-safe:duration-200'}
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

/** Asks to confirm that the upload is cancelled and the bytes received by the server are discarded. */
export function CancelDialog(props: CancelDialogProps) {
  return <ConfirmDialog {...props} title={t.cancelTitle} confirm={t.cancelUpload} danger />;
}

interface HashCompareProps {
  /** A registration with a stored file. */
  readonly registration: Registration;
  /** The browser's hash; null when the file was not sent from this page. */
  readonly localHash: LocalHash | null;
  /** Explains why the file is stored although its upload seemed to fail. */
  readonly note: string | null;
}

/** Shows the browser's hash of the stored file beside the server's hash, so that the user can compare them. */
export function HashCompare({ registration, localHash, note }: HashCompareProps) {
  const { fileName, fileSize, sha256 } = registration;
  const browserHash = computedHashOf(localHash);
  const isMismatch = browserHash !== null && browserHash !== sha256;
  return (
    <section className="grid gap-4 p-5 border border-line rounded-lg" aria-label={t.storedFile}>
      <FileLine name={fileName} size={fileSize ?? 0} />
      {note !== null && <p className="m-0">{note}</p>}
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,264px),1fr))] gap-2">
        {browserHash !== null && <HashBlock hash={browserHash} label={t.browserHash} />}
        {sha256 !== null && <HashBlock hash={sha256} label={t.serverHash} />}
      </div>
      <Verdict
        tone={browserHash === null ? 'plain' : isMismatch ? 'bad' : 'good'}
        role={isMismatch ? 'alert' : 'status'}
      >
        {browserHash === null ? pendingHashText(localHash) : isMismatch ? t.hashesDiffer : t.hashesMatch}
      </Verdict>
    </section>
  );
}

function pendingHashText(localHash: LocalHash | null): string {
  if (localHash === null) return t.storedEarlier;
  return localHash === 'failed' ? t.browserHashFailed : t.hashInProgress;
}

interface NoticeProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly className: string;
  readonly children: ReactNode;
}

/** Box that describes the state of an upload and contains its actions. */
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

interface UploadVerifyingProps {
  readonly session: UploadSession;
  /** The last request to the server got no answer. */
  readonly isUnreachable: boolean;
  readonly onRetry: () => void;
}

/** Shown while an upload's outcome is unknown, until the registration has been read again. */
export function UploadVerifying({ session, isUnreachable, onRetry }: UploadVerifyingProps) {
  const { file, failure } = session;
  return (
    <Notice label={t.verifying} icon={<Loader size={20} aria-hidden />} className="border-line">
      <p className="font-semibold wrap-anywhere" role="status">
        {isUnreachable ? t.serverUnreachable : t.verifying}
      </p>
      <p>{failure === null ? t.cancelledFile(file.name) : t.failedFile(file.name, failure.text)}</p>
      {isUnreachable && (
        <>
          <p>{t.serverUnreachableText}</p>
          <Button size="sm" variant="default" className="mt-2" onClick={onRetry}>
            {t.verifyNow}
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
    <Notice label={t.uploadIncomplete} icon={icon} className="border-danger/40 bg-danger-soft">
      <p className="font-semibold wrap-anywhere">
        {t.uploadIncomplete}: {fileName}
      </p>
      <p>{failure.text}</p>
      {failure.advice !== null && <p>{failure.advice}</p>}
      {duplicate !== null &&
        (duplicate.ownRegistrationId !== null ? (
          <Link to={stepPath('basic', duplicate.ownRegistrationId)} className="text-inherit font-semibold">
            {t.openOwnDuplicate}
          </Link>
        ) : (
          <Link to="/help" target="_blank" rel="noopener" className="text-inherit font-semibold">
            {t.help}
          </Link>
        ))}
      {failure.canRetry && onRetry !== null && (
        <Button size="sm" className="mt-2" onClick={onRetry}>
          {t.retryUpload}
        </Button>
      )}
    </Notice>
  );
}

interface UploadInterruptedProps {
  readonly interrupted: InterruptedUpload;
  readonly onFile: (file: File | null) => void;
}

/** An upload that an earlier page left unfinished: the bytes received by the server, and how to resume. */
export function UploadInterrupted({ interrupted, onFile }: UploadInterruptedProps) {
  const { upload, state, isSentInOtherTab, isStateUnavailable, refetch } = interrupted;
  if (isStateUnavailable && state === undefined) {
    return <RetryLine text={t.readStateFailed(upload.fileName)} busy={false} onRetry={refetch} />;
  }
  if (state?.state === 'receiving' && !isSentInOtherTab) {
    return <ResumePanel {...interrupted} offset={state.offset} onFile={onFile} />;
  }
  return (
    <Notice label={t.verifying} icon={<Loader size={20} aria-hidden />} className="border-line">
      <p role="status">
        {isSentInOtherTab ? t.sentInOtherTab(upload.fileName) : t.readingState(upload.fileName)}
      </p>
    </Notice>
  );
}

type ResumePanelProps = Pick<InterruptedUpload, 'upload' | 'discard'> &
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
      <ProgressBar percent={percentOf(offset, size)} isHalted aria-hidden />
      <p>{t.resumeHint}</p>
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
          {t.chooseSameFile}
        </Button>
        <Button size="sm" variant="default" onClick={() => setCancelling(true)}>
          {t.cancelUpload}
        </Button>
      </div>
      <CancelDialog opened={isCancelling} onConfirm={discard} onClose={() => setCancelling(false)}>
        <p>{t.cancelText(fileName)}</p>
      </CancelDialog>
    </Notice>
  );
}
