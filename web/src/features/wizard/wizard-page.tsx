import '../../ui/mantine-forms.ts';
import type { Registration } from '@g2/gateway/contract/registrations';
import type { User } from '@g2/gateway/contract/users';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconFileUnknown, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { recordPath, registrationQuery } from '../../shared/registration/api.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { MessagePage, Page } from '../../ui/page.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { BasicStep } from './basic-step.tsx';
import { CompleteView, PaymentContext, type PaymentProps } from './complete-view.tsx';
import { CorrectionBanner } from './corrections.tsx';
import { HoldersStep } from './holders-step.tsx';
import { Intro } from './intro.tsx';
import classes from './step-bar.module.css';
import { NavigatedContext, useArrival } from './step-heading.tsx';
import { isCanonical, stepPath, viewOf, WIZARD_STEPS, type WizardStep, type WizardView } from './steps.ts';
import { texts } from './texts.ts';
import { UploadStep } from './upload-step.tsx';
import { useUpload } from './use-upload.ts';

/** The registration wizard. Step and registration id are in the URL, so a reload loses nothing. */
export function WizardPage({ Payment }: { Payment: ComponentType<PaymentProps> }) {
  const user = useUser();
  const [params] = useSearchParams();
  const { key } = useLocation();
  const [firstKey] = useState(key);
  // A redirect on arrival does not count as navigation by the user.
  const navigated = useNavigationType() !== 'REPLACE' && key !== firstKey;
  if (!user) return null;
  const view = viewOf(params);
  const id = params.get('id');
  if (view !== 'intro' && !isCanonical(params))
    return <Navigate to={stepPath(view, id ?? undefined)} replace />;
  return (
    <NavigatedContext value={navigated}>
      <PaymentContext value={Payment}>
        {view === 'intro' ? (
          <Intro userId={user.id} />
        ) : id === null ? (
          <Frame step="basic">
            <BasicStep user={user} registration={null} />
          </Frame>
        ) : (
          <ExistingRecord key={id} id={id} view={view} user={user} />
        )}
      </PaymentContext>
    </NavigatedContext>
  );
}

type RecordView = Exclude<WizardView, 'intro'>;

function ExistingRecord({ id, view, user }: { id: string; view: RecordView; user: User }) {
  const query = useQuery({ ...registrationQuery(id), refetchInterval: whileExamined });
  const { data: registration, error, refetch } = query;
  const concludedHere = useConcludedHere(registration, view);
  // The user has no such registration.
  if (error instanceof HttpError && [400, 403, 404].includes(error.status)) return <Blocked why="missing" />;
  if (registration === undefined && error !== null) {
    return (
      <Blocked why="failed">
        <Button onClick={() => void refetch()}>{ui.retry}</Button>
      </Blocked>
    );
  }
  if (registration === undefined) return <Loading view={view} />;
  // Staff can read the registration, but only its owner can use the wizard.
  if (registration.userId !== user.id) return <Blocked why="missing" />;
  // A reload after the payment shows the result again, until the staff review the registration.
  const isPaid = view === 'complete' && registration.status === 'paid';
  if (!registration.canEdit && !concludedHere && !isPaid) {
    return (
      <Blocked why="locked">
        <Button component={Link} to={recordPath(id)}>
          {texts.blocked.record}
        </Button>
      </Blocked>
    );
  }
  return <Step registration={registration} view={view} user={user} />;
}

/** True after a payment or resubmission in the last view, which then stays open to show the result. */
function useConcludedHere(registration: Registration | undefined, view: RecordView): boolean {
  const isOpen = registration?.canEdit === true && view === 'complete';
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    if (isOpen) setWasOpen(true);
  }, [isOpen]);
  return wasOpen && view === 'complete';
}

function Step({ registration, view, user }: { registration: Registration; view: RecordView; user: User }) {
  const phase = useUpload(user.id, registration.id).session?.phase;
  const sending = phase === 'sending';
  // Later views need a stored file, and a running upload must not be left, whatever the URL says.
  const later = view === 'holders' || view === 'complete';
  // Nor are later views shown while it is unknown which file the server stores.
  if ((sending && view !== 'upload') || (later && (phase === 'asking' || registration.sha256 === null))) {
    return <Navigate to={stepPath('upload', registration.id)} replace />;
  }
  if (view === 'complete') return <CompleteView registration={registration} />;
  return (
    <Frame step={view} id={sending ? undefined : registration.id} corrects={registration}>
      {view === 'basic' && <BasicStep user={user} registration={registration} />}
      {view === 'upload' && <UploadStep registration={registration} />}
      {view === 'holders' && <HoldersStep registration={registration} />}
    </Frame>
  );
}

function Loading({ view }: { view: RecordView }) {
  return (
    <Frame step={view === 'complete' ? 'holders' : view}>
      <div className="g2-panel g2-edge" role="status" aria-label={texts.loading}>
        <Skeleton height={26} width="45%" />
        <Skeleton height={16} width="80%" mt="sm" />
        <Skeleton height={220} mt="lg" radius="md" />
      </div>
    </Frame>
  );
}

interface BlockedProps {
  readonly why: 'missing' | 'locked' | 'failed';
  /** The main action, before those that are always there. */
  readonly children?: ReactNode;
}

const BLOCKED_ICONS = { missing: IconFileUnknown, locked: IconLock, failed: IconPlugConnectedX };

/** Shown in place of the wizard: no such registration of this user, one that is in progress, or one not loaded. */
function Blocked({ why, children }: BlockedProps) {
  useArrival();
  const t = texts.blocked;
  const Icon = BLOCKED_ICONS[why];
  return (
    <MessagePage
      icon={<Icon size={32} aria-hidden />}
      title={t[why]}
      text={t[`${why}Text` as const]}
      actions={
        <>
          {children}
          <Button component={Link} to="/dashboard" variant={children === undefined ? 'filled' : 'default'}>
            {t.dashboard}
          </Button>
          {why !== 'failed' && (
            <Button component={Link} to={stepPath('basic')} variant="default">
              {t.fresh}
            </Button>
          )}
        </>
      }
    />
  );
}

interface FrameProps {
  readonly step: WizardStep;
  readonly id?: string | undefined;
  readonly corrects?: Registration;
  readonly children: ReactNode;
}

function Frame({ step, id, corrects, children }: FrameProps) {
  const asked = corrects?.canResubmit === true;
  return (
    <Page
      title={asked ? texts.corrections.title : texts.title}
      beside={corrects && <VersionMark registration={corrects} />}
      narrow
    >
      {asked && <CorrectionBanner registration={corrects} />}
      <StepBar current={step} id={id} />
      {children}
    </Page>
  );
}

interface StepBarProps {
  readonly current: WizardStep;
  /** The registration's id, for links to earlier steps; undefined while the current step must not be left. */
  readonly id?: string | undefined;
}

function StepBar({ current, id }: StepBarProps) {
  const position = WIZARD_STEPS.indexOf(current);
  return (
    <ol className={classes.bar} aria-label={texts.steps.label}>
      {WIZARD_STEPS.map((step, index) => (
        <li
          key={step}
          className={classes.step}
          data-state={index < position ? 'done' : index === position ? 'current' : 'todo'}
          aria-current={index === position ? 'step' : undefined}
        >
          <span className={classes.mark}>
            {index < position ? <IconCheck size={16} aria-hidden /> : index + 1}
          </span>
          {index < position && id !== undefined ? (
            <Link to={stepPath(step, id)} className={classes.link}>
              {texts.steps[step]}
            </Link>
          ) : (
            <span>{texts.steps[step]}</span>
          )}
        </li>
      ))}
    </ol>
  );
}
