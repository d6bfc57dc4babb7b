import { type Registration, UPLOAD_MESSAGES } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { formatBytes } from '../../lib/format.ts';
import { isSameFile } from '../../lib/remembered-uploads.ts';
import { ArchiveFindings, FilesLink } from '../../shared/archive/summary.tsx';
import { texts as archive } from '../../shared/archive/texts.ts';
import { registrationQuery } from '../../shared/registration/api.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { FileDrop, useDropGuard } from '../../ui/file-drop.tsx';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import { notify } from '../../ui/toast-store.ts';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import { refusal } from './upload-failure.ts';
import { hashOf, outcomeOf } from './upload-outcome.ts';
import { HashCompare, UploadAsking, UploadFailure, UploadInterrupted } from './upload-panels.tsx';
import { UploadProgress } from './upload-sending.tsx';
import type { UploadPhase, UploadSession } from './upload-session.ts';
import { useInterrupted } from './use-interrupted.ts';
import { useUpload } from './use-upload.ts';
import classes from './wizard.module.css';

const t = texts.upload;

export function UploadStep({ registration }: { registration: Registration }) {
  const { id, userId, sha256 } = registration;
  const navigate = useNavigate();
  const { session, start, ...control } = useUpload(userId, id);
  const { isUnreachable, refetch } = useUploadReading(id, session);
  useDropGuard();
  const sending = session?.phase === 'sending';
  const asking = session?.phase === 'asking';
  // While busy, the state of the file is unknown.
  const busy = sending || asking;
  const { interrupted, failed } = useInterrupted(userId, id, busy);
  const [other, setOther] = useState<File | null>(null);
  const choose = (file: File | null) => {
    const isOther = file !== null && interrupted !== null && !isSameFile(interrupted.upload, file);
    if (isOther && refusal(file) === null) return setOther(file);
    start(file);
  };
  const stored = sha256 !== null;
  const { local, note, failure } = outcomeOf(session, sha256);
  const hash = hashOf(local);
  const ready = stored && !busy && (hash === null || hash === sha256);
  const next = () => {
    if (ready) return void navigate(stepPath('holders', id));
    if (!busy) notify.error(UPLOAD_MESSAGES.missing.title, UPLOAD_MESSAGES.missing.text);
  };
  return (
    <div className="g2-panel g2-edge">
      <StepHeading>{t.heading}</StepHeading>
      <p className="m-0 mt-1 text-balance text-muted">{t.lead}</p>
      <Outcome phase={session?.phase}>
        {sending && <UploadProgress session={session} {...control} />}
        {asking && <UploadAsking session={session} isUnreachable={isUnreachable} onRetry={refetch} />}
        {session !== null && failure !== null && (
          <UploadFailure failure={failure} fileName={session.file.name} onRetry={() => start(session.file)} />
        )}
        {interrupted !== null && <UploadInterrupted interrupted={interrupted} onFile={choose} />}
        {session === null && failed !== null && <UploadFailure {...failed} onRetry={null} />}
        {!busy && stored && (
          <>
            <HashCompare registration={registration} local={local} note={note} />
            {/* Inspection results of the stored ZIP, shown while the file can still be replaced. */}
            <section className="grid gap-3 mt-4" aria-label={archive.title} aria-live="polite">
              <ArchiveFindings registration={registration} reader="owner" />
              <div>
                <FilesLink registration={registration} />
              </div>
            </section>
          </>
        )}
      </Outcome>
      {!busy && (
        <FileDrop
          title={stored ? t.dropReplace : t.drop}
          hint={t.dropHint}
          button={stored ? t.replace : t.choose}
          accept=".zip,application/zip"
          quiet={stored || interrupted !== null}
          onFile={choose}
        />
      )}
      {!busy && !stored && (
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
          opened={other !== null}
          title={t.otherTitle}
          confirm={t.otherConfirm}
          onConfirm={() => {
            setOther(null);
            if (other !== null) start(other);
          }}
          onClose={() => setOther(null)}
        >
          <p>
            {t.otherText(interrupted.upload.fileName, formatBytes(interrupted.upload.size))}{' '}
            {t.otherBegin(other?.name ?? '')}
          </p>
        </ConfirmDialog>
      )}
      <div className={classes.actions} data-idle={busy || undefined}>
        <Button variant="default" disabled={sending} onClick={() => void navigate(stepPath('basic', id))}>
          {t.back}
        </Button>
        {/* Not `disabled`: pressing it too early shows what is missing. */}
        <Button {...(!ready && { 'data-disabled': true })} aria-disabled={!ready} onClick={next}>
          {t.next}
        </Button>
      </div>
    </div>
  );
}

const CONTENT_ADVICE = [
  [t.inside, t.insideText],
  [t.outside, t.outsideText],
] as const;

/** Takes the focus when a phase change has removed the focused element. */
function Outcome({ phase, children }: { phase: UploadPhase | undefined; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const before = useRef(phase);
  useEffect(() => {
    if (before.current === phase) return;
    before.current = phase;
    const cancel = phase === 'sending' ? box.current?.querySelector('button') : null;
    focusIfLost(cancel ?? box.current);
  }, [phase]);
  return (
    <div ref={box} tabIndex={-1} className="mt-5 rounded-lg">
      {children}
    </div>
  );
}

/** Interval of reads until the first one succeeds, ms. */
const ASKING_MS = 1_000;
/** Interval of reads while the server may still store the file, ms. */
const OPEN_MS = 2_000;
/** Every n-th read cancels a pending one: the connection of the pending read may be dead. */
const PATIENCE = 10;

/**
 * Reads the registration repeatedly while an upload's outcome is open, and when the browser comes back online. Reads by
 * other code, such as the event stream after a reconnection, count too.
 */
function useUploadReading(registrationId: string, session: UploadSession | null) {
  const asking = session?.phase === 'asking';
  const openUntil = session?.openUntil ?? 0;
  const { error, fetchStatus, refetch } = useQuery({
    ...registrationQuery(registrationId),
    networkMode: 'always',
    refetchOnReconnect: (asking || openUntil > 0) && 'always',
  });
  useEffect(() => {
    if (!asking && openUntil === 0) return;
    let readings = 0;
    const timer = setInterval(
      () => {
        if (!asking && Date.now() > openUntil) return clearInterval(timer);
        readings += 1;
        void refetch({ cancelRefetch: readings % PATIENCE === 0 });
      },
      asking ? ASKING_MS : OPEN_MS,
    );
    return () => clearInterval(timer);
  }, [asking, openUntil, refetch]);
  return {
    isUnreachable: asking && (error !== null || fetchStatus === 'paused'),
    refetch: () => void refetch(),
  };
}
