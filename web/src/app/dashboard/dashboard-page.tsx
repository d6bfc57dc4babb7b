import '../../ui/mantine-forms.ts';
import {
  REGISTRATION_DOCUMENTS,
  type Registration,
  type RegistrationDocument,
} from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconMessageCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
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
import classes from './dashboard.module.css';
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
        <DashboardContent
          isNew={isNew}
          hasOnePriority={priorities.data?.total === 1}
          isListShown={isListShown}
          balance={user.credits}
          details={details}
          show={show}
        />
      ) : (
        <ContentPlaceholder />
      )}
      <DashboardDialogs details={details} open={open} show={show} />
    </Page>
  );
}

interface DashboardContentProps {
  /** The client has no registration. */
  readonly isNew: boolean;
  /** One registration waits for the client. */
  readonly hasOnePriority: boolean;
  /** Whether the list is rendered already. */
  readonly isListShown: boolean;
  /** The client's credit balance, in hundredths of a credit. */
  readonly balance: number | null;
  readonly details: Details;
  readonly show: DialogControls;
}

/** The client's priorities, balance and registrations. */
function DashboardContent({
  isNew,
  hasOnePriority,
  isListShown,
  balance,
  details,
  show,
}: DashboardContentProps) {
  return (
    <>
      {!(isNew && balance === 0) && (
        <div className={classes.overview} data-one={hasOnePriority || undefined}>
          <PriorityBlock onPay={show.pay} onDetails={details.open} />
          <BalanceCard balance={balance} onBuy={show.buy} />
        </div>
      )}
      {isListShown ? (
        <>
          <RegistrationGrid none={isNew} onPay={show.pay} onDetails={details.open} onRemove={show.remove} />
          <ContactPrompt onContact={show.contact} />
        </>
      ) : (
        <GridSkeleton />
      )}
    </>
  );
}

function ContactPrompt({ onContact }: { readonly onContact: () => void }) {
  const t = texts.contact;
  return (
    <div className={classes.contact}>
      <p>{t.question}</p>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconMessageCircle size={17} aria-hidden />}
        onClick={onContact}
      >
        {t.button}
      </Button>
    </div>
  );
}

/** Placeholder until the height of the content is known. Loads the list of registrations meanwhile. */
function ContentPlaceholder() {
  useQuery(registrationsQuery(useOwnList().list));
  return (
    <>
      <div className={classes.waiting}>
        <PrioritySkeleton />
      </div>
      <div className={classes.overview}>
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

interface Details {
  /** The registration in the details dialog; null while none is open or the one named in the URL is loading. */
  readonly registration: Registration | null;
  /** The document in the details to focus, as the URL of a mail's link names it. */
  readonly document: RegistrationDocument | undefined;
  /** Stable, so that memoized cards do not rerender. */
  readonly open: (registration: Registration) => void;
  readonly close: () => void;
}

/** The open details, kept in the URL as `?registro=<id>&documento=<document>`; Back closes them. */
function useDetails(): Details {
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
  const open = useCallback((registration: Registration) => {
    setClickedCard(registration);
    latest.current.open(registration.id);
  }, []);
  const isMissing = id !== null && known === null && data === undefined && error !== null;
  useEffect(() => {
    if (!isMissing) return;
    notifyMissing(error);
    latest.current.close();
  }, [isMissing, error]);
  return {
    registration: id === null ? null : (known ?? data ?? null),
    document: REGISTRATION_DOCUMENTS.find((one) => one === params.get('documento')),
    open,
    close,
  };
}

function notifyMissing(error: Error | null): void {
  const t = texts.linked;
  if (error instanceof HttpError && error.status === 404) notify.error(t.absent, t.absentText);
  else notify.error(t.failed, messageOf(error, t.failedText));
}
