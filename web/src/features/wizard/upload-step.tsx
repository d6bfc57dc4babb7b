import { type Registration, UPLOAD_MESSAGES } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { isSameFile } from '../../lib/saved-uploads.ts';
import { ArchiveWarnings, FilesLink } from '../../shared/archive/summary.tsx';
import { texts as archiveTexts } from '../../shared/archive/texts.ts';
import { registrationQuery } from '../../shared/registration/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FileDrop, useDropGuard } from '../../ui/file-drop.tsx';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import { notify } from '../../ui/toast-store.ts';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import { fileProblem } from './upload-failure.ts';
import { computedHashOf, outcomeOf } from './upload-outcome.ts';
import { HashCompare, UploadFailure, UploadInterrupted, UploadVerifying } from './upload-panels.tsx';
import { UploadProgress } from './upload-sending.tsx';
import type { UploadPhase, UploadSession } from './upload-session.ts';
import { useInterruptedUpload } from './use-interrupted.ts';
import { useUpload } from './use-upload.ts';
import classes from './wizard.module.css';

const t = texts.upload;

export function UploadStep({ registration }: { registration: Registration }) {
  const { id, userId, sha256 } = registration;
  const navigate = useNavigate();
  const { session, start, ...controls } = useUpload(userId, id);
  const { isUnreachable, refetch } = useRegistrationPolling(id, session);
  useDropGuard();
  const isSending = session?.phase === 'sending';
  const isVerifying = session?.phase === 'verifying';
  // During an upload, the state of the file is unknown.
  const isBusy = isSending || isVerifying;
  const { interrupted, earlierFailure } = useInterruptedUpload(userId, id, isBusy);
  const [otherFile, setOtherFile] = useState<File | null>(null);
  const chooseFile = (file: File | null) => {
    const isOtherFile = file !== null && interrupted !== null && !isSameFile(interrupted.upload, file);
    if (isOtherFile && fileProblem(file) === null) return setOtherFile(file);
    start(file);
  };
  const isStored = sha256 !== null;
  const { localHash, note, failure } = outcomeOf(session, sha256);
  const browserHash = computedHashOf(localHash);
  const isReady = isStored && !isBusy && (browserHash === null || browserHash === sha256);
  const goNext = () => {
    if (isReady) return void navigate(stepPath('holders', id));
    if (!isBusy) notify.error(UPLOAD_MESSAGES.missing.title, UPLOAD_MESSAGES.missing.text);
  };
  return (
    <div className="g2-panel g2-edge">
      <StepHeading>{t.heading}</StepHeading>
      <p className="m-0 mt-1 text-balance text-muted">{t.lead}</p>
      <UploadOutcome phase={session?.phase}>
        {isSending && <UploadProgress session={session} {...controls} />}
        {isVerifying && <UploadVerifying session={session} isUnreachable={isUnreachable} onRetry={refetch} />}
        {session !== null && failure !== null && (
          <UploadFailure failure={failure} fileName={session.file.name} onRetry={() => start(session.file)} />
        )}
        {interrupted !== null && <UploadInterrupted interrupted={interrupted} onFile={chooseFile} />}
        {session === null && earlierFailure !== null && <UploadFailure {...earlierFailure} onRetry={null} />}
        {!isBusy && isStored && (
          <>
            <HashCompare registration={registration} localHash={localHash} note={note} />
            {/* Inspection results of the stored ZIP, shown while the file can still be replaced. */}
            <section className="grid gap-3 mt-4" aria-label={archiveTexts.title} aria-live="polite">
              <ArchiveWarnings registration={registration} reader="owner" />
              <div>
                <FilesLink registration={registration} />
              </div>
            </section>
          </>
        )}
      </UploadOutcome>
      {!isBusy && (
        <FileDrop
          title={isStored ? t.dropReplacementPrompt : t.dropPrompt}
          hint={t.dropHint}
          button={isStored ? t.replaceFile : t.chooseFile}
          accept=".zip,application/zip"
          quiet={isStored || interrupted !== null}
          onFile={chooseFile}
        />
      )}
      {!isBusy && !isStored && (
        <dl className="grid gap-y-3 gap-x-5 m-0 mt-4 text-sm tablet:grid-cols-2">
          {CONTENT_ADVICE.map(([name, text]) => (
            <div key={name}>
              <dt className="font-semibold">{name}</dt>
              <dd className="m-0 mt-0.5 text-muted">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {interrupted !== null && (
        <ConfirmDialog
          opened={otherFile !== null}
          title={t.otherFileTitle}
          confirm={t.otherFileConfirm}
          onConfirm={() => {
            setOtherFile(null);
            if (otherFile !== null) start(otherFile);
          }}
          onClose={() => setOtherFile(null)}
        >
          <p>
            {t.otherFileText(interrupted.upload.fileName, formatBytes(interrupted.upload.size))}{' '}
            {t.otherFileRestart(otherFile?.name ?? '')}
          </p>
        </ConfirmDialog>
      )}
      <div className={classes.actions} data-idle={isBusy || undefined}>
        <Button variant="default" disabled={isSending} onClick={() => void navigate(stepPath('basic', id))}>
          {t.back}
        </Button>
        {/* Not `disabled`, because a click before the upload shows what is missing. */}
        <Button {...(!isReady && { 'data-disabled': true })} aria-disabled={!isReady} onClick={goNext}>
          {t.next}
        </Button>
      </div>
    </div>
  );
}

const CONTENT_ADVICE = [
  [t.includeTitle, t.includeText],
  [t.excludeTitle, t.excludeText],
] as const;

/** Container of the upload panels. Takes the focus when a phase change has removed the focused element. */
function UploadOutcome({ phase, children }: { phase: UploadPhase | undefined; children: ReactNode }) {
  const container = useRef<HTMLDivElement>(null);
  const previousPhase = useRef(phase);
  useEffect(() => {
    if (previousPhase.current === phase) return;
    previousPhase.current = phase;
    const cancelButton = phase === 'sending' ? container.current?.querySelector('button') : null;
    focusIfLost(cancelButton ?? container.current);
  }, [phase]);
  return (
    <div ref={container} tabIndex={-1} className="mt-5 rounded-lg">
      {children}
    </div>
  );
}

/** Polling interval until the first read of the registration succeeds, ms. */
const VERIFY_POLL_MS = 1_000;
/** Polling interval while the server may still store the file, ms. */
const LATE_STORE_POLL_MS = 2_000;
/** Every tenth read cancels a pending read, whose connection may be dead. */
const CANCEL_EVERY = 10;

/**
 * Reads the registration repeatedly while an upload's outcome is unknown, and when the browser comes back online. A
 * read by other code, such as the event stream after a reconnection, can also reveal the outcome.
 */
function useRegistrationPolling(registrationId: string, session: UploadSession | null) {
  const isVerifying = session?.phase === 'verifying';
  const lateStoreUntil = session?.lateStoreUntil ?? 0;
  const { error, fetchStatus, refetch } = useQuery({
    ...registrationQuery(registrationId),
    networkMode: 'always',
    refetchOnReconnect: (isVerifying || lateStoreUntil > 0) && 'always',
  });
  useEffect(() => {
    if (!isVerifying && lateStoreUntil === 0) return;
    let readCount = 0;
    const timer = setInterval(
      () => {
        if (!isVerifying && Date.now() > lateStoreUntil) return clearInterval(timer);
        readCount += 1;
        void refetch({ cancelRefetch: readCount % CANCEL_EVERY === 0 });
      },
      isVerifying ? VERIFY_POLL_MS : LATE_STORE_POLL_MS,
    );
    return () => clearInterval(timer);
  }, [isVerifying, lateStoreUntil, refetch]);
  return {
    isUnreachable: isVerifying && (error !== null || fetchStatus === 'paused'),
    refetch: () => void refetch(),
  };
}
