import '../../ui/mantine-forms.ts';
import { REGISTRATION_DOCUMENTS, type RegistrationDocument } from '@g2/gateway/contract/registration-terms';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Link, Navigate, useNavigate, useParams, useSearchParams } from 'react-router';
import { PaymentModal } from '../../features/payments/payment-modal.tsx';
import { RegistrationView } from '../../features/registrations/record-view.tsx';
import { RemoveDialog } from '../../features/registrations/remove-dialog.tsx';
import { failedToLoad, failedToRefresh, HttpError } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { pollDuringInspection } from '../../shared/archive/api.ts';
import { registrationQuery } from '../../shared/registration/api.ts';
import { FailedPage, MissingPage } from '../../ui/error-pages.tsx';
import { Page } from '../../ui/page.tsx';
import { RetryLine } from '../../ui/retry-line.tsx';
import { useFocusAfterClose } from '../../ui/use-focus-after-close.ts';
import { texts as t } from './texts.ts';

/** The page of one registration, for its owner; staff are redirected to the operator's page of the registration. */
export function RecordPage() {
  const { id = '' } = useParams();
  const user = useUser();
  const query = useQuery({ ...registrationQuery(id), refetchInterval: pollDuringInspection });
  const { data, error, refetch } = query;
  // A malformed id is refused with 400; the reader sees the same page as for a missing registration.
  if (error instanceof HttpError && [400, 403, 404].includes(error.status) && data === undefined)
    return <MissingPage title={t.missing} text={t.missingText} exitLink={<DashboardLink />} />;
  if (failedToLoad(query))
    return (
      <FailedPage
        title={t.failed}
        text={t.failedText}
        exitLink={<DashboardLink />}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined || !user) return <LoadingPage />;
  if (data.userId !== user.id) return <Navigate to={`/operator/registrations/${id}`} replace />;
  return (
    <>
      {failedToRefresh(query) && (
        <div className="max-w-(--g2-page) mx-auto mt-4 pr-(--g2-page-end) pl-(--g2-gutter)">
          <RetryLine text={t.stale} busy={query.isFetching} onRetry={() => void refetch()} />
        </div>
      )}
      <OwnRecord key={id} registration={data} />
    </>
  );
}

function OwnRecord({ registration }: { registration: Registration }) {
  const navigate = useNavigate();
  const [openDialog, setOpenDialog] = useState<'pay' | 'remove' | null>(null);
  const close = () => setOpenDialog(null);
  const nextStepRef = useFocusAfterClose<HTMLElement>(openDialog === 'pay', !registration.canPay);
  const [params] = useSearchParams();
  // Links in e-mails name a document in the parameter `documento`.
  const document = REGISTRATION_DOCUMENTS.find((name) => name === params.get('documento'));
  useFocusOnDocument(document);
  return (
    <>
      <RegistrationView
        registration={registration}
        document={document}
        nextStepRef={nextStepRef}
        onPay={() => setOpenDialog('pay')}
        onRemove={() => setOpenDialog('remove')}
      />
      <PaymentModal registration={openDialog === 'pay' ? registration : null} onClose={close} />
      <RemoveDialog
        registration={openDialog === 'remove' ? registration : null}
        onClose={close}
        onRemoved={() => void navigate('/dashboard', { replace: true })}
      />
    </>
  );
}

function LoadingPage() {
  return (
    <Page title={t.loading}>
      <div
        className="grid gap-4 desktop:grid-cols-[5fr_6fr] *:first:col-span-full"
        role="status"
        aria-label={t.loading}
      >
        <Skeleton height={150} radius="lg" />
        <Skeleton height={520} radius="lg" />
        <Skeleton height={520} radius="lg" />
      </div>
    </Page>
  );
}

function DashboardLink() {
  return (
    <Button component={Link} to="/dashboard" variant="default">
      {t.dashboard}
    </Button>
  );
}

/** Focuses the document that the URL names and scrolls it into view, at once or as soon as it is rendered. */
function useFocusOnDocument(document: RegistrationDocument | undefined): void {
  useEffect(() => {
    if (document === undefined) return;
    const focusDocument = (): boolean => {
      const target = window.document.querySelector<HTMLElement>('main [data-autofocus]');
      target?.focus({ preventScroll: true });
      target?.scrollIntoView({ block: 'center' });
      return target !== null;
    };
    if (focusDocument()) return;
    const observer = new MutationObserver(() => {
      if (focusDocument()) observer.disconnect();
    });
    observer.observe(window.document.body, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [document]);
}
