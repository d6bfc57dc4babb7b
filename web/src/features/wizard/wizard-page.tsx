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
import { pollDuringInspection } from '../../shared/archive/api.ts';
import { registrationPath, registrationQuery } from '../../shared/registration/api.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { MessagePage, Page } from '../../ui/page.tsx';
import { texts as ui } from '../../ui/texts.ts';
import { BasicStep } from './basic-step.tsx';
import { CompleteView, PaymentContext, type PaymentProps } from './complete-view.tsx';
import { CorrectionBanner } from './corrections.tsx';
import { HoldersStep } from './holders-step.tsx';
import { Intro } from './intro.tsx';
import { NavigatedContext, useFocusMainOnArrival } from './step-heading.tsx';
import {
  hasCanonicalStep,
  stepPath,
  viewOf,
  WIZARD_STEPS,
  type WizardStep,
  type WizardView,
} from './steps.ts';
import { texts } from './texts.ts';
import { UploadStep } from './upload-step.tsx';
import { useUpload } from './use-upload.ts';

/** The registration wizard. Step and registration id are in the URL, so a reload loses nothing. */
export function WizardPage({ Payment }: { Payment: ComponentType<PaymentProps> }) {
  const user = useUser();
  const [params] = useSearchParams();
  const { key } = useLocation();
  const [initialKey] = useState(key);
  // A redirect when the page opens is not navigation by the user.
  const hasNavigated = useNavigationType() !== 'REPLACE' && key !== initialKey;
  if (!user) return null;
  const view = viewOf(params);
  const id = params.get('id');
  if (view !== 'intro' && !hasCanonicalStep(params))
    return <Navigate to={stepPath(view, id ?? undefined)} replace />;
  return (
    <NavigatedContext value={hasNavigated}>
      <PaymentContext value={Payment}>
        {view === 'intro' ? (
          <Intro userId={user.id} />
        ) : id === null ? (
          <WizardFrame step="basic">
            <BasicStep user={user} registration={null} />
          </WizardFrame>
        ) : (
          <ExistingRegistration key={id} id={id} view={view} user={user} />
        )}
      </PaymentContext>
    </NavigatedContext>
  );
}

type RegistrationView = Exclude<WizardView, 'intro'>;

function ExistingRegistration({ id, view, user }: { id: string; view: RegistrationView; user: User }) {
  const query = useQuery({ ...registrationQuery(id), refetchInterval: pollDuringInspection });
  const { data: registration, error, refetch } = query;
  const wasConcludedInView = useConcludedInView(registration, view);
  const isMissing = error instanceof HttpError && [400, 403, 404].includes(error.status);
  if (isMissing) return <BlockedPage reason="missing" />;
  if (registration === undefined && error !== null) {
    return (
      <BlockedPage reason="failed">
        <Button onClick={() => void refetch()}>{ui.retry}</Button>
      </BlockedPage>
    );
  }
  if (registration === undefined) {
    return (
      <WizardFrame step={view === 'complete' ? 'holders' : view}>
        <div className="g2-panel g2-edge" role="status" aria-label={texts.loading}>
          <Skeleton height={26} width="45%" />
          <Skeleton height={16} width="80%" mt="sm" />
          <Skeleton height={220} mt="lg" radius="md" />
        </div>
      </WizardFrame>
    );
  }
  // Staff can read the registration, but only its owner can use the wizard.
  if (registration.userId !== user.id) return <BlockedPage reason="missing" />;
  // After the payment, a reload still shows the result, until the staff review the registration.
  const isPaid = view === 'complete' && registration.status === 'paid';
  if (!registration.canEdit && !wasConcludedInView && !isPaid) {
    return (
      <BlockedPage reason="locked">
        <Button component={Link} to={registrationPath(id)}>
          {texts.blocked.openRegistration}
        </Button>
      </BlockedPage>
    );
  }
  return <StepView registration={registration} view={view} user={user} />;
}

/** Whether the user paid or resubmitted in the last view, which then stays open to show the result. */
function useConcludedInView(registration: Registration | undefined, view: RegistrationView): boolean {
  const isOpen = registration?.canEdit === true && view === 'complete';
  const [wasOpen, setWasOpen] = useState(false);
  useEffect(() => {
    if (isOpen) setWasOpen(true);
  }, [isOpen]);
  return wasOpen && view === 'complete';
}

function StepView({
  registration,
  view,
  user,
}: {
  registration: Registration;
  view: RegistrationView;
  user: User;
}) {
  const phase = useUpload(user.id, registration.id).session?.phase;
  const isSending = phase === 'sending';
  const needsStoredFile = view === 'holders' || view === 'complete';
  // A running upload keeps the upload step open, and the views after it need a stored file.
  const isFileUnknown = phase === 'verifying' || registration.sha256 === null;
  if ((isSending && view !== 'upload') || (needsStoredFile && isFileUnknown)) {
    return <Navigate to={stepPath('upload', registration.id)} replace />;
  }
  if (view === 'complete') return <CompleteView registration={registration} />;
  return (
    <WizardFrame step={view} registration={registration} isLocked={isSending}>
      {view === 'basic' && <BasicStep user={user} registration={registration} />}
      {view === 'upload' && <UploadStep registration={registration} />}
      {view === 'holders' && <HoldersStep registration={registration} />}
    </WizardFrame>
  );
}

const BLOCKED_ICONS = { missing: IconFileUnknown, locked: IconLock, failed: IconPlugConnectedX };

/**
 * Shown in place of the wizard when the registration does not exist, cannot be edited or could not be loaded.
 * @param children the main action
 */
function BlockedPage({ reason, children }: { reason: keyof typeof BLOCKED_ICONS; children?: ReactNode }) {
  useFocusMainOnArrival();
  const t = texts.blocked;
  const Icon = BLOCKED_ICONS[reason];
  return (
    <MessagePage
      icon={<Icon size={32} aria-hidden />}
      title={t[reason]}
      text={t[`${reason}Text` as const]}
      actions={
        <>
          {children}
          <Button component={Link} to="/dashboard" variant={children === undefined ? 'filled' : 'default'}>
            {t.dashboard}
          </Button>
          {reason !== 'failed' && (
            <Button component={Link} to={stepPath('basic')} variant="default">
              {t.newRegistration}
            </Button>
          )}
        </>
      }
    />
  );
}

interface WizardFrameProps {
  readonly step: WizardStep;
  readonly registration?: Registration;
  /** Whether the links to other steps are hidden. */
  readonly isLocked?: boolean;
  readonly children: ReactNode;
}

function WizardFrame({ step, registration, isLocked = false, children }: WizardFrameProps) {
  const isCorrection = registration?.canResubmit === true;
  return (
    <Page
      title={isCorrection ? texts.corrections.title : texts.title}
      badge={registration && <VersionMark registration={registration} />}
      narrow
    >
      {isCorrection && <CorrectionBanner registration={registration} />}
      <StepBar current={step} id={isLocked ? undefined : registration?.id} />
      {children}
    </Page>
  );
}

const STEP_CLASSES = {
  done: { step: 'border-accent', mark: 'border-accent bg-accent text-on-accent' },
  current: { step: 'border-accent text-ink font-semibold', mark: 'border-accent bg-accent text-on-accent' },
  todo: { step: 'border-line', mark: 'border-current' },
};

/** @param id the registration's id for links to earlier steps; undefined shows no links */
function StepBar({ current, id }: { current: WizardStep; id: string | undefined }) {
  const position = WIZARD_STEPS.indexOf(current);
  return (
    <ol className="g2-list flex gap-2 m-0 mb-5" aria-label={texts.steps.label}>
      {WIZARD_STEPS.map((step, index) => {
        const isDone = index < position;
        const stepClasses = STEP_CLASSES[isDone ? 'done' : index === position ? 'current' : 'todo'];
        return (
          <li
            key={step}
            className={clsx(
              'g2-line g2-note flex-1 min-w-0 pt-3 border-t-3 phone:flex-col phone:items-start phone:gap-1',
              stepClasses.step,
            )}
            aria-current={index === position ? 'step' : undefined}
          >
            <span className={clsx('g2-mark size-6.5 border text-xs font-semibold', stepClasses.mark)}>
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
