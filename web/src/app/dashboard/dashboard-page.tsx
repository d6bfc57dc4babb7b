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
import { GridSkeleton } from '../../features/registrations/grid-states.tsx';
import { PriorityBlock, PrioritySkeleton } from '../../features/registrations/priority-block.tsx';
import { RegistrationGrid } from '../../features/registrations/registration-grid.tsx';
import { RemoveDialog } from '../../features/registrations/remove-dialog.tsx';
import { StatCards } from '../../features/registrations/stat-cards.tsx';
import { useOwnList } from '../../features/registrations/use-own-list.ts';
import { UnprovenNotice } from '../../features/session/unproven-notice.tsx';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { useArrived } from '../../lib/use-arrived.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import { useRead } from '../../lib/use-read.ts';
import {
  priorityQuery,
  registrationQuery,
  registrationsQuery,
  statsQuery,
} from '../../shared/registration/api.ts';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import { AddressLinks } from './address-links.tsx';
import classes from './dashboard.module.css';
import { texts } from './texts.ts';
import { type OpenDialog, type ShowDialog, useDialogs } from './use-dialogs.ts';

/** The client's home (spec §2, "Client dashboard"). The card provider redirects the payer back to this page. */
export function DashboardPage() {
  const user = useUser();
  const { open, show } = useDialogs();
  const details = useDetails();
  const priorities = useRead(priorityQuery);
  const stats = useRead(statsQuery);
  // Both decide the layout, so a skeleton is shown until they load.
  const known = stats.isFetched && !priorities.isPending;
  const arrived = useArrived(known || undefined);
  // The overview renders first, and then the list in a transition, because the list takes longest to render.
  const [all, setAll] = useState(known);
  useEffect(() => {
    if (arrived) startTransition(() => setAll(true));
  }, [arrived]);
  if (!user) return null;
  // A new client sees only how to begin.
  const none = arrived && stats.data?.totalRegistrations === 0;
  return (
    <Page
      title={texts.welcome(user.firstName || user.email || texts.someone)}
      tabTitle={texts.tab}
      lead={none ? undefined : texts.lead}
      action={
        !none && (
          <Button component={Link} to="/register" leftSection={<IconPlus size={18} aria-hidden />}>
            {texts.register}
          </Button>
        )
      }
    >
      <AddressLinks show={show} />
      <UnprovenNotice user={user} />
      {!none && <StatCards />}
      {arrived ? (
        <Records
          none={none}
          one={priorities.data?.total === 1}
          all={all}
          balance={user.credits}
          details={details}
          show={show}
        />
      ) : (
        <Waiting />
      )}
      <DashboardDialogs details={details} open={open} show={show} />
    </Page>
  );
}

interface RecordsProps {
  /** The client has no registration. */
  readonly none: boolean;
  /** One registration waits for the client. */
  readonly one: boolean;
  /** Whether the list is rendered already. */
  readonly all: boolean;
  /** The client's credit balance, in hundredths of a credit. */
  readonly balance: number | null;
  readonly details: Details;
  readonly show: ShowDialog;
}

/** The client's priorities, balance and registrations. */
function Records({ none, one, all, balance, details, show }: RecordsProps) {
  return (
    <>
      {!(none && balance === 0) && (
        <div className={classes.overview} data-one={one || undefined}>
          <PriorityBlock onPay={show.pay} onDetails={details.open} />
          <BalanceCard balance={balance} onBuy={show.buy} />
        </div>
      )}
      {all ? (
        <>
          <RegistrationGrid none={none} onPay={show.pay} onDetails={details.open} onRemove={show.remove} />
          <Contact onContact={show.contact} />
        </>
      ) : (
        <GridSkeleton />
      )}
    </>
  );
}

function Contact({ onContact }: { readonly onContact: () => void }) {
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
function Waiting() {
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
  readonly show: ShowDialog;
}

function DashboardDialogs({ details, open, show }: DashboardDialogsProps) {
  const about = (name: 'pay' | 'remove') => (open?.name === name ? open.registration : null);
  // A late callback, such as that of a payment, closes only the dialog that started it, not one opened since.
  const close = () => show.close(open);
  // Opens a dialog in place of the details.
  const instead = (next: ShowDialog['pay']) => (registration: Registration) => {
    next(registration);
    details.close();
  };
  return (
    <>
      <DetailsModal
        registration={open === null ? details.registration : null}
        document={details.document}
        onClose={details.close}
        onPay={instead(show.pay)}
        onRemove={instead(show.remove)}
      />
      <PaymentModal registration={about('pay')} onClose={close} />
      <RemoveDialog registration={about('remove')} onClose={close} />
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
  const [card, setCard] = useState<Registration | null>(null);
  const known = card !== null && card.id === id ? card : null;
  const { data, error } = useQuery({
    ...registrationQuery(encodeURIComponent(id ?? '')),
    enabled: id !== null && known === null,
  });
  const latest = useRef(param);
  useEffect(() => {
    latest.current = param;
  });
  const open = useCallback((registration: Registration) => {
    setCard(registration);
    latest.current.open(registration.id);
  }, []);
  const isLost = id !== null && known === null && data === undefined && error !== null;
  useEffect(() => {
    if (!isLost) return;
    tellLost(error);
    latest.current.close();
  }, [isLost, error]);
  return {
    registration: id === null ? null : (known ?? data ?? null),
    document: REGISTRATION_DOCUMENTS.find((one) => one === params.get('documento')),
    open,
    close,
  };
}

function tellLost(error: Error | null): void {
  const t = texts.linked;
  if (error instanceof HttpError && error.status === 404) notify.error(t.absent, t.absentText);
  else notify.error(t.failed, messageOf(error, t.failedText));
}
