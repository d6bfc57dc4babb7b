import { type Registration, UPLOAD_MESSAGES } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { focusIfLost } from '../../ui/focus-home.ts';
import panel from '../../ui/page.module.css';
import { notify } from '../../ui/toast-store.ts';
import { Dropzone } from './dropzone.tsx';
import { HashCompare } from './hash-compare.tsx';
import { StepHeading } from './step-heading.tsx';
import { stepPath } from './steps.ts';
import { texts } from './texts.ts';
import { UploadFailure } from './upload-failure-panel.tsx';
import { UploadProgress } from './upload-progress-panel.tsx';
import type { UploadSession } from './upload-session.ts';
import { useUpload } from './use-upload.ts';
import classes from './wizard.module.css';

const t = texts.upload;

/** The second step: the ZIP, and the proof that it arrived as it left. */
export function UploadStep({ registration }: { registration: Registration }) {
  const { session, start, cancel } = useUpload(registration.userId, registration.id);
  const sending = session?.phase === 'sending';
  const stored = registration.sha256 !== null;
  // A hash computed here says something of the file sent from here only: it may have been replaced elsewhere since.
  const local = session?.answer?.sha256 === registration.sha256 ? (session?.localHash ?? null) : null;
  const mismatch =
    typeof local === 'object' && local !== null && 'hash' in local && local.hash !== registration.sha256;
  return (
    <div className={panel.panel}>
      <StepHeading>{t.heading}</StepHeading>
      <p className={classes.lead}>{t.lead}</p>
      <Outcome phase={session?.phase}>
        {sending && <UploadProgress session={session} onCancel={cancel} />}
        {session?.phase === 'failed' && session.failure !== null && (
          <UploadFailure
            failure={session.failure}
            fileName={session.file.name}
            onRetry={() => start(session.file)}
          />
        )}
        {!sending && stored && <HashCompare registration={registration} local={local} />}
      </Outcome>
      {!sending && <Dropzone replacing={stored} onFile={start} />}
      <Actions registrationId={registration.id} sending={sending} ready={stored && !mismatch && !sending} />
    </div>
  );
}

/** Takes the focus when what had it (the button pressed, the bar that ran) has gone with the phase before. */
function Outcome({ phase, children }: { phase: UploadSession['phase'] | undefined; children: ReactNode }) {
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

function Actions(props: { registrationId: string; sending: boolean; ready: boolean }) {
  const navigate = useNavigate();
  const next = () => {
    if (props.ready) return void navigate(stepPath('holders', props.registrationId));
    if (!props.sending) notify.error(UPLOAD_MESSAGES.missing.title, UPLOAD_MESSAGES.missing.text);
  };
  return (
    <div className={classes.actions} data-idle={props.sending || undefined}>
      <Button
        variant="default"
        disabled={props.sending}
        onClick={() => void navigate(stepPath('basic', props.registrationId))}
      >
        {t.back}
      </Button>
      {/* Not `disabled`: whoever presses it too soon is told what is missing. */}
      <Button {...(!props.ready && { 'data-disabled': true })} aria-disabled={!props.ready} onClick={next}>
        {t.next}
      </Button>
    </div>
  );
}
