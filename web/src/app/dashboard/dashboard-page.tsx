import '../../ui/mantine-forms.ts';
import { REGISTRATION_DOCUMENTS, type Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconMessageCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { ContactDialog } from '../../features/contact/contact-dialog.tsx';
import { BalanceCard } from '../../features/credits/balance-card.tsx';
import { BuyCreditsDialog } from '../../features/credits/buy-credits-dialog.tsx';
import { PaymentModal } from '../../features/payments/payment-modal.tsx';
import { DetailsModal } from '../../features/registrations/details-modal.tsx';
import { GridSkeleton, useOwnList } from '../../features/registrations/grid-states.tsx';
import { PriorityBlock, PrioritySkeleton } from '../../features/registrations/priority-block.tsx';
import { RegistrationGrid } from '../../features/registrations/registration-grid.tsx';
import { RemoveDialog } from '../../features/registrations/remove-dialog.tsx';
import { StatCards } from '../../features/registrations/stat-cards.tsx';
import { UnprovenNotice } from '../../features/session/resend-button.tsx';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { useArrived } from '../../lib/use-arrived.ts';
import { useEagerQuery } from '../../lib/use-eager-query.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import {
  priorityQuery,
  registrationQuery,
  registrationsQuery,
  statsQuery,
} from '../../shared/registration/api.ts';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import { texts } from './texts.ts';
import { UrlActions } from './url-actions.tsx';
import { type DialogControls, type OpenDialog, useDialogs } from './use-dialogs.ts';

/** The client's home (spec §2, "Client dashboard"). The card provider redirects the payer back to this page. */
export function DashboardPage() {
  const user = useUser();
  const { open, show } = useDialogs();
  const details = useDetails();
  const priorities = useEagerQuery(priorityQuery);
  const stats = useEagerQuery(statsQuery);
  // Both decide the layout, so a skeleton is shown until they load.
  const known = stats.isFetched && !priorities.isPending;
  const arrived = useArrived(known || undefined);
  // The overview renders first, and then the list in a transition, because the list takes longest to render.
  const [isListShown, setListShown] = useState(known);
  useEffect(() => {
    if (arrived) startTransition(() => setListShown(true));
  }, [arrived]);
  if (!user) return null;
  // A new client sees only how to begin.
  const isNew = arrived && stats.data?.totalRegistrations === 0;
  return (
    <Page
      title={texts.welcome(user.firstName || user.email || texts.someone)}
      tabTitle={texts.tab}
      lead={isNew ? undefined : texts.lead}
      action={
        !isNew && (
          <Button component={Link} to="/register" leftSection={<IconPlus size={18} aria-hidden />}>
            {texts.register}
          </Button>
        )
      }
    >
      <UrlActions show={show} />
      <UnprovenNotice user={user} />
      {!isNew && <StatCards />}
      {arrived ? (
        <>
          {!(isNew && user.credits === 0) && (
            <div
              className={clsx(
                'grid gap-4 mb-12',
                priorities.data?.total !== 1 &&
                  'desktop:grid-cols-[minmax(0,1fr)_372px] desktop:*:only:col-span-full',
              )}
            >
              <PriorityBlock onPay={show.pay} onDetails={details.open} />
              <BalanceCard balance={user.credits} onBuy={show.buy} />
            </div>
          )}
          {isListShown ? (
            <>
              <RegistrationGrid
                none={isNew}
                onPay={show.pay}
                onDetails={details.open}
                onRemove={show.remove}
              />
              <div className="g2-spread gap-x-6 gap-y-3 mt-12 pt-6 border-t border-line">
                <p className="m-0 text-muted">{texts.contact.question}</p>
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<IconMessageCircle size={17} aria-hidden />}
                  onClick={show.contact}
                >
                  {texts.contact.button}
                </Button>
              </div>
            </>
          ) : (
            <GridSkeleton />
          )}
        </>
      ) : (
        <ContentPlaceholder />
      )}
      <DashboardDialogs details={details} open={open} show={show} />
    </Page>
  );
}

/** Placeholder until the height of the content is known. Loads the list of registrations meanwhile. */
function ContentPlaceholder() {
  useQuery(registrationsQuery(useOwnList().list));
  return (
    <>
      <div className="min-h-75 mb-12">
        <PrioritySkeleton />
      </div>
      <div className="mb-12">
        <GridSkeleton />
      </div>
    </>
  );
}

interface DashboardDialogsProps {
  readonly details: Details;
  readonly open: OpenDialog;
  readonly show: DialogControls;
}

function DashboardDialogs({ details, open, show }: DashboardDialogsProps) {
  const registrationOf = (name: 'pay' | 'remove') => (open?.name === name ? open.registration : null);
  // A late callback, such as that of a payment, closes only the dialog that started it, not one opened since.
  const close = () => show.close(open);
  // Opens a dialog in place of the details.
  const insteadOfDetails = (next: DialogControls['pay']) => (registration: Registration) => {
    next(registration);
    details.close();
  };
  return (
    <>
      <DetailsModal
        registration={open === null ? details.registration : null}
        document={details.document}
        onClose={details.close}
        onPay={insteadOfDetails(show.pay)}
        onRemove={insteadOfDetails(show.remove)}
      />
      <PaymentModal registration={registrationOf('pay')} onClose={close} />
      <RemoveDialog registration={registrationOf('remove')} onClose={close} />
      <BuyCreditsDialog opened={open?.name === 'buy'} onClose={close} />
      <ContactDialog opened={open?.name === 'contact'} onClose={close} />
    </>
  );
}

type Details = ReturnType<typeof useDetails>;

/** The open details, kept in the URL as `?registro=<id>&documento=<document>`; Back closes them. */
function useDetails() {
  const param = useIdParam('registro', ['documento']);
  const { id, close } = param;
  const [params] = useSearchParams();
  // The registration that the clicked card already has, so that it needs no request.
  const [clickedCard, setClickedCard] = useState<Registration | null>(null);
  const known = clickedCard !== null && clickedCard.id === id ? clickedCard : null;
  const { data, error } = useQuery({
    ...registrationQuery(encodeURIComponent(id ?? '')),
    enabled: id !== null && known === null,
  });
  const latest = useRef(param);
  useEffect(() => {
    latest.current = param;
  });
  // Stable, so that memoized cards do not rerender.
  const open = useCallback((registration: Registration) => {
    setClickedCard(registration);
    latest.current.open(registration.id);
  }, []);
  const isMissing = id !== null && known === null && data === undefined && error !== null;
  useEffect(() => {
    if (!isMissing) return;
    const t = texts.linked;
    if (error instanceof HttpError && error.status === 404) notify.error(t.absent, t.absentText);
    else notify.error(t.failed, messageOf(error, t.failedText));
    latest.current.close();
  }, [isMissing, error]);
  return {
    /** null while none is open, or while the one in the URL is loading. */
    registration: id === null ? null : (known ?? data ?? null),
    /** The document to focus, from a link in a mail. */
    document: REGISTRATION_DOCUMENTS.find((one) => one === params.get('documento')),
    open,
    close,
  };
}
