import '../../ui/mantine-forms.ts';
import type { User } from '@g2/gateway/contract/users';
import { Button } from '@mantine/core';
import { IconFileUnknown, IconLock, IconPlugConnectedX } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import { HttpError } from '../../lib/http.ts';
import { registrationQuery } from '../../lib/registrations.ts';
import { useUser } from '../../lib/session.ts';
import { MessagePage, Page } from '../../ui/page.tsx';
import { PageSpinner } from '../../ui/spinner.tsx';
import { BasicStep } from './basic-step.tsx';
import { CompleteView } from './complete-view.tsx';
import { HoldersStep } from './holders-step.tsx';
import { Intro } from './intro.tsx';
import { StepBar } from './step-bar.tsx';
import { stepPath, viewOf, type WizardStep } from './steps.ts';
import { texts } from './texts.ts';
import { UploadStep } from './upload-step.tsx';

/** The registration wizard. Step and record stand in the address, so a reload loses nothing. */
export function WizardPage() {
  const user = useUser();
  const [params] = useSearchParams();
  const view = viewOf(params);
  const id = params.get('id');
  if (!user) return null;
  if (view === 'intro') return <Intro userId={user.id} />;
  if (id !== null) return <ExistingRecord id={id} view={view} user={user} />;
  return (
    <Frame step="basic">
      <BasicStep user={user} registration={null} />
    </Frame>
  );
}

function ExistingRecord({ id, view, user }: { id: string; view: WizardStep | 'complete'; user: User }) {
  const { data: registration, error, refetch } = useQuery(registrationQuery(id));
  if (error !== null && !(error instanceof HttpError && error.status < 500)) {
    return <Failed onRetry={() => void refetch()} />;
  }
  if (error !== null) {
    return (
      <Blocked
        icon={<IconFileUnknown size={32} aria-hidden />}
        title={texts.blocked.missing}
        text={texts.blocked.missingText}
      />
    );
  }
  if (registration === undefined) return <PageSpinner />;
  if (view === 'complete') return <CompleteView registration={registration} />;
  if (!registration.canEdit) {
    return (
      <Blocked
        icon={<IconLock size={32} aria-hidden />}
        title={texts.blocked.locked}
        text={texts.blocked.lockedText}
      />
    );
  }
  // Holders come after a stored file; an address typed by hand does not skip the upload.
  const step = view === 'holders' && registration.sha256 === null ? 'upload' : view;
  return (
    <Frame step={step}>
      {step === 'basic' && <BasicStep key={registration.id} user={user} registration={registration} />}
      {step === 'upload' && <UploadStep registration={registration} />}
      {step === 'holders' && <HoldersStep registration={registration} />}
    </Frame>
  );
}

function Frame({ step, children }: { step: WizardStep; children: ReactNode }) {
  return (
    <Page title={texts.title} narrow>
      <StepBar current={step} />
      {children}
    </Page>
  );
}

function Failed({ onRetry }: { onRetry: () => void }) {
  return (
    <MessagePage
      icon={<IconPlugConnectedX size={32} aria-hidden />}
      title={texts.blocked.failed}
      text={texts.blocked.failedText}
      actions={<Button onClick={onRetry}>{texts.blocked.retry}</Button>}
    />
  );
}

function Blocked({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <MessagePage
      icon={icon}
      title={title}
      text={text}
      actions={
        <>
          <Button component={Link} to="/dashboard">
            {texts.blocked.dashboard}
          </Button>
          <Button component={Link} to={stepPath('basic')} variant="default">
            {texts.blocked.fresh}
          </Button>
        </>
      }
    />
  );
}
