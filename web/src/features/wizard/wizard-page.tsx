import '../../ui/mantine-forms.ts';
import type { Registration } from '@g2/gateway/contract/registrations';
import type { User } from '@g2/gateway/contract/users';
import { Button, Skeleton } from '@mantine/core';
import { IconCheck, IconFileUnknown, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
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
  if (error instanceof HttpError && [400, 403, 404].includes(error.status)) return <Blocked why="missing" />;
  if (registration === undefined && error !== null) {
    return (
      <Blocked why="failed">
        <Button onClick={() => void refetch()}>{ui.retry}</Button>
      </Blocked>
    );
  }
  if (registration === undefined) {
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
  const isSending = phase === 'sending';
  const isLater = view === 'holders' || view === 'complete';
  // Whatever the URL says: a running upload must not be left, and the later views need to know the stored file.
  if ((isSending && view !== 'upload') || (isLater && (phase === 'asking' || registration.sha256 === null))) {
    return <Navigate to={stepPath('upload', registration.id)} replace />;
  }
  if (view === 'complete') return <CompleteView registration={registration} />;
  return (
    <Frame step={view} registration={registration} isLocked={isSending}>
      {view === 'basic' && <BasicStep user={user} registration={registration} />}
      {view === 'upload' && <UploadStep registration={registration} />}
      {view === 'holders' && <HoldersStep registration={registration} />}
    </Frame>
  );
}

const BLOCKED_ICONS = { missing: IconFileUnknown, locked: IconLock, failed: IconPlugConnectedX };

/**
 * Shown in place of the wizard: no such registration of this user, one that is in progress, or one not loaded.
 * @param children the main action
 */
function Blocked({ why, children }: { why: keyof typeof BLOCKED_ICONS; children?: ReactNode }) {
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
  readonly registration?: Registration;
  /** The step must not be left now. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}

function Frame({ step, registration, isLocked = false, children }: FrameProps) {
  const corrects = registration?.canResubmit === true;
  return (
    <Page
      title={corrects ? texts.corrections.title : texts.title}
      beside={registration && <VersionMark registration={registration} />}
      narrow
    >
      {corrects && <CorrectionBanner registration={registration} />}
      <StepBar current={step} id={isLocked ? undefined : registration?.id} />
      {children}
    </Page>
  );
}

const STEP_STATES = {
  done: { step: 'border-accent', mark: 'border-accent bg-accent text-on-accent' },
  current: { step: 'border-accent text-ink font-semibold', mark: 'border-accent bg-accent text-on-accent' },
  todo: { step: 'border-line', mark: 'border-current' },
};

/** @param id the registration's id, for links to earlier steps; without it there are no links */
function StepBar({ current, id }: { current: WizardStep; id: string | undefined }) {
  const position = WIZARD_STEPS.indexOf(current);
  return (
    <ol className="g2-list flex gap-2 m-0 mb-5" aria-label={texts.steps.label}>
      {WIZARD_STEPS.map((step, index) => {
        const isDone = index < position;
        const state = STEP_STATES[isDone ? 'done' : index === position ? 'current' : 'todo'];
        return (
          <li
            key={step}
            className={clsx(
              'g2-line g2-note flex-1 min-w-0 pt-3 border-t-3 phone:flex-col phone:items-start phone:gap-1',
              state.step,
            )}
            aria-current={index === position ? 'step' : undefined}
          >
            <span className={clsx('g2-mark size-6.5 border text-xs font-semibold', state.mark)}>
              {isDone ? <IconCheck size={16} aria-hidden /> : index + 1}
            </span>
            {isDone && id !== undefined ? (
              <Link
                to={stepPath(step, id)}
                className="inline-block min-h-6 text-inherit underline-offset-3 hover:text-accent"
              >
                {texts.steps[step]}
              </Link>
            ) : (
              <span>{texts.steps[step]}</span>
            )}
          </li>
        );
      })}
    </ol>
  );
}
