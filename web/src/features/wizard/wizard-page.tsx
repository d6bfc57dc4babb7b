import '../../ui/mantine-forms.ts';
import type { Registration } from '@g2/gateway/contract/registrations';
import type { User } from '@g2/gateway/contract/users';
import { Skeleton } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { Link, Navigate, useLocation, useNavigationType, useSearchParams } from 'react-router';
import { HttpError } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { whileExamined } from '../../shared/archive/api.ts';
import { registrationQuery } from '../../shared/registration/api.ts';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { Page } from '../../ui/page.tsx';
import { BasicStep } from './basic-step.tsx';
import { Failed, Locked, Missing } from './blocked.tsx';
import { CompleteView } from './complete-view.tsx';
import { CorrectionBanner } from './corrections.tsx';
import { HoldersStep } from './holders-step.tsx';
import { Intro } from './intro.tsx';
import { PaymentContext, type PaymentProps } from './payment.ts';
import classes from './step-bar.module.css';
import { NavigatedContext } from './step-heading.tsx';
import { isCanonical, stepPath, viewOf, WIZARD_STEPS, type WizardStep, type WizardView } from './steps.ts';
import { texts } from './texts.ts';
import { UploadStep } from './upload-step.tsx';
import { useUpload } from './use-upload.ts';

interface WizardPageProps {
  /** Payment component for the last view. */
  readonly Payment: ComponentType<PaymentProps>;
}

/** The registration wizard. Step and registration id are in the URL, so a reload loses nothing. */
export function WizardPage({ Payment }: WizardPageProps) {
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
        <View user={user} view={view} id={id} />
      </PaymentContext>
    </NavigatedContext>
  );
}

function View({ user, view, id }: { user: User; view: WizardView; id: string | null }) {
  if (view === 'intro') return <Intro userId={user.id} />;
  if (id !== null) return <ExistingRecord key={id} id={id} view={view} user={user} />;
  return (
    <Frame step="basic">
      <BasicStep user={user} registration={null} />
    </Frame>
  );
}

type RecordView = Exclude<WizardView, 'intro'>;

function ExistingRecord({ id, view, user }: { id: string; view: RecordView; user: User }) {
  const {
    data: registration,
    error,
    refetch,
  } = useQuery({
    ...registrationQuery(id),
    refetchInterval: whileExamined,
  });
  const concludedHere = useConcludedHere(registration, view);
  if (error !== null && isAbsent(error)) return <Missing />;
  if (registration === undefined) {
    return error === null ? <Loading view={view} /> : <Failed onRetry={() => void refetch()} />;
  }
  // Staff can read the registration, but only its owner can use the wizard.
  if (registration.userId !== user.id) return <Missing />;
  // A reload after the payment shows the result again, until the staff review the registration.
  const isPaid = view === 'complete' && registration.status === 'paid';
  if (!registration.canEdit && !concludedHere && !isPaid) return <Locked id={id} />;
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

/** Whether the error means that the user has no such registration. */
const isAbsent = (error: Error): boolean =>
  error instanceof HttpError && [400, 403, 404].includes(error.status);

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
