import { type Registration, UPLOAD_MESSAGES } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { isSameFile } from '../../lib/remembered-uploads.ts';
import { ArchiveFindings } from '../../shared/archive/summary.tsx';
import { FilesLink } from '../../shared/archive/summary-fold.tsx';
import { texts as archive } from '../../shared/archive/texts.ts';
import { registrationQuery } from '../../shared/registration/api.ts';
import { FileDrop, useDropGuard } from '../../ui/file-drop.tsx';
import { focusIfLost } from '../../ui/focus-fallback.ts';
import { notify } from '../../ui/toast-store.ts';
import { HashCompare } from './hash-compare.tsx';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import uploadCss from './upload.module.css';
import { refusal } from './upload-failure.ts';
import { OtherFileDialog, UploadInterrupted } from './upload-interrupted.tsx';
import { outcomeOf } from './upload-outcome.ts';
import { UploadAsking, UploadFailure } from './upload-panels.tsx';
import { UploadProgress } from './upload-sending.tsx';
import type { UploadPhase, UploadSession } from './upload-session.ts';
import { useInterrupted } from './use-interrupted.ts';
import { useUpload } from './use-upload.ts';
import classes from './wizard.module.css';

const t = texts.upload;

/** Second step: the ZIP upload and the proof that it arrived unchanged. */
export function UploadStep({ registration }: { registration: Registration }) {
  const { session, start, ...control } = useUpload(registration.userId, registration.id);
  const { away, ask } = useUploadReading(registration.id, session);
  useDropGuard();
  const sending = session?.phase === 'sending';
  const asking = session?.phase === 'asking';
  const busy = sending || asking;
  const { interrupted, endedAway } = useInterrupted(registration.userId, registration.id, busy);
  const [other, setOther] = useState<File | null>(null);
  const choose = (file: File | null) => {
    const isOther = file !== null && interrupted !== null && !isSameFile(interrupted.upload, file);
    if (isOther && refusal(file) === null) return setOther(file);
    start(file);
  };
  const stored = registration.sha256 !== null;
  const { local, note, failure } = outcomeOf(session, registration.sha256);
  const mismatch =
    typeof local === 'object' && local !== null && 'hash' in local && local.hash !== registration.sha256;
  return (
    <div className="g2-panel g2-edge">
      <StepHeading>{t.heading}</StepHeading>
      <p className={classes.lead}>{t.lead}</p>
      <Outcome phase={session?.phase}>
        {sending && <UploadProgress session={session} {...control} />}
        {asking && <UploadAsking session={session} away={away} onAsk={ask} />}
        {session !== null && failure !== null && (
          <UploadFailure failure={failure} fileName={session.file.name} onRetry={() => start(session.file)} />
        )}
        {interrupted !== null && <UploadInterrupted interrupted={interrupted} onFile={choose} />}
        {session === null && endedAway !== null && <UploadFailure {...endedAway} onRetry={null} />}
        {!busy && stored && (
          <>
            <HashCompare registration={registration} local={local} note={note} />
            <Findings registration={registration} />
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
      {!busy && !stored && <WhatBelongs />}
      {interrupted !== null && (
        <OtherFileDialog
          interrupted={interrupted}
          file={other}
          onConfirm={(file) => {
            setOther(null);
            start(file);
          }}
          onClose={() => setOther(null)}
        />
      )}
      <Actions
        registrationId={registration.id}
        sending={sending}
        waiting={busy}
        ready={stored && !mismatch && !busy}
      />
    </div>
  );
}

/** Inspection results of the stored ZIP, shown while the file can still be replaced. */
function Findings({ registration }: { registration: Registration }) {
  return (
    <section className={uploadCss.findings} aria-label={archive.title} aria-live="polite">
      <ArchiveFindings registration={registration} reader="owner" />
      <div>
        <FilesLink registration={registration} />
      </div>
    </section>
  );
}

/** What the ZIP should and should not contain; shown before a file is chosen. */
function WhatBelongs() {
  return (
    <dl className={uploadCss.belongs}>
      <div>
        <dt>{t.inside}</dt>
        <dd>{t.insideText}</dd>
      </div>
      <div>
        <dt>{t.outside}</dt>
        <dd>{t.outsideText}</dd>
      </div>
    </dl>
  );
}

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
    <div ref={box} tabIndex={-1} className={classes.outcome}>
      {children}
    </div>
  );
}

interface ActionsProps {
  readonly registrationId: string;
  readonly sending: boolean;
  /** The state of the file is still unknown. */
  readonly waiting: boolean;
  readonly ready: boolean;
}

function Actions(props: ActionsProps) {
  const navigate = useNavigate();
  const next = () => {
    if (props.ready) return void navigate(stepPath('holders', props.registrationId));
    if (!props.waiting) notify.error(UPLOAD_MESSAGES.missing.title, UPLOAD_MESSAGES.missing.text);
  };
  return (
    <div className={classes.actions} data-idle={props.waiting || undefined}>
      <Button
        variant="default"
        disabled={props.sending}
        onClick={() => void navigate(stepPath('basic', props.registrationId))}
      >
        {t.back}
      </Button>
      {/* Not `disabled`: pressing it too early shows what is missing. */}
      <Button {...(!props.ready && { 'data-disabled': true })} aria-disabled={!props.ready} onClick={next}>
        {t.next}
      </Button>
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
function useUploadReading(
  registrationId: string,
  session: UploadSession | null,
): { readonly away: boolean; readonly ask: () => void } {
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
    away: asking && (error !== null || fetchStatus === 'paused'),
    ask: () => void refetch(),
  };
}
