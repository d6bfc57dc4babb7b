import '../../ui/mantine-forms.ts';
import { Button } from '@mantine/core';
import { IconMessageCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { startTransition, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { BalanceCard } from '../../features/credits/balance-card.tsx';
import { GridSkeleton } from '../../features/registrations/grid-states.tsx';
import { PriorityBlock, PrioritySkeleton } from '../../features/registrations/priority-block.tsx';
import { RegistrationGrid } from '../../features/registrations/registration-grid.tsx';
import { StatCards } from '../../features/registrations/stat-cards.tsx';
import { useOwnList } from '../../features/registrations/use-own-list.ts';
import { UnprovenNotice } from '../../features/session/unproven-notice.tsx';
import { useUser } from '../../lib/session.ts';
import { useArrived } from '../../lib/use-arrived.ts';
import { useRead } from '../../lib/use-read.ts';
import { priorityQuery, registrationsQuery, statsQuery } from '../../shared/registration/api.ts';
import { Page } from '../../ui/page.tsx';
import { AddressLinks } from './address-links.tsx';
import classes from './dashboard.module.css';
import { DashboardDialogs } from './dashboard-dialogs.tsx';
import { texts } from './texts.ts';
import { type Details, useDetails } from './use-details.ts';
import { type ShowDialog, useDialogs } from './use-dialogs.ts';

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
  // A new client is only told how to begin.
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
