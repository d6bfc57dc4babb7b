import '../../ui/mantine-forms.ts';
import { REGISTRATION_DOCUMENTS } from '@g2/gateway/contract/registration-terms';
import type { Registration } from '@g2/gateway/contract/registrations';
import { Button } from '@mantine/core';
import { IconMessageCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import { startTransition, useCallback, useEffect, useRef, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { BalanceCard } from '../../features/credits/balance-card.tsx';
import { GridSkeleton, useOwnList } from '../../features/registrations/grid-states.tsx';
import { PriorityBlock, PrioritySkeleton } from '../../features/registrations/priority-block.tsx';
import { RegistrationGrid } from '../../features/registrations/registration-grid.tsx';
import { StatCards } from '../../features/registrations/stat-cards.tsx';
import { UnconfirmedEmailNotice } from '../../features/session/resend-button.tsx';
import { HttpError, messageOf } from '../../lib/failures.ts';
import { useUser } from '../../lib/session.ts';
import { useHasData } from '../../lib/use-arrived.ts';
import { useEagerQuery } from '../../lib/use-eager-query.ts';
import { useIdParam } from '../../lib/use-id-param.ts';
import {
  priorityQuery,
  registrationQuery,
  registrationsQuery,
  statsQuery,
} from '../../shared/registration/api.ts';
import { lazyWithPreload } from '../../ui/lazy-with-preload.tsx';
import { Page } from '../../ui/page.tsx';
import { notify } from '../../ui/toast-store.ts';
import type { DashboardDialogsProps } from './dashboard-dialogs.tsx';
import { texts } from './texts.ts';
import { UnavailableDialogs } from './unavailable-dialogs.tsx';
import { UrlActions } from './url-actions.tsx';
import { useDialogs } from './use-dialogs.ts';

/** The dialogs. Their code would be a third of the dashboard's, so it is loaded after the list or when one opens. */
const DashboardDialogs = lazyWithPreload<DashboardDialogsProps>(
  () =>
    import('./dashboard-dialogs.tsx').then(
      (m) => m.DashboardDialogs,
      () => UnavailableDialogs,
    ),
  null,
);

/** The client's home (spec §2, "Client dashboard"). The card provider redirects the payer back to this page. */
export function DashboardPage() {
  const user = useUser();
  const { openDialog, dialogs } = useDialogs();
  const details = useDetails();
  const priorities = useEagerQuery(priorityQuery);
  const stats = useEagerQuery(statsQuery);
  // The priorities and the figures decide the layout, so a skeleton is shown until both are loaded.
  const isLayoutKnown = stats.isFetched && !priorities.isPending;
  const isReady = useHasData(isLayoutKnown || undefined);
  // The overview renders first; the list follows in a transition, because it takes longest to render.
  const [isListShown, setListShown] = useState(isLayoutKnown);
  useEffect(() => {
    if (isReady) startTransition(() => setListShown(true));
  }, [isReady]);
  if (!user) return null;
  // A client without registrations sees only how to begin.
  const isNewClient = isReady && stats.data?.totalRegistrations === 0;
  return (
    <Page
      title={texts.welcome(user.firstName || user.email || texts.unnamedUser)}
      tabTitle={texts.tabTitle}
      lead={isNewClient ? undefined : texts.lead}
      action={
        !isNewClient && (
          <Button component={Link} to="/register" leftSection={<IconPlus size={18} aria-hidden />}>
            {texts.register}
          </Button>
        )
      }
    >
      <UrlActions dialogs={dialogs} />
      <UnconfirmedEmailNotice user={user} />
      {!isNewClient && <StatCards />}
      {isReady ? (
        <>
          {!(isNewClient && user.credits === 0) && (
            <div
              className={clsx(
                'grid gap-4 mb-12',
                priorities.data?.total !== 1 &&
                  'desktop:grid-cols-[minmax(0,1fr)_372px] desktop:*:only:col-span-full',
              )}
            >
              <PriorityBlock onPay={dialogs.pay} onDetails={details.open} />
              <BalanceCard balance={user.credits} onBuy={dialogs.buy} />
            </div>
          )}
          {isListShown ? (
            <>
              <RegistrationGrid
                hasNoRegistrations={isNewClient}
                onPay={dialogs.pay}
                onDetails={details.open}
                onRemove={dialogs.remove}
              />
              <div className="g2-spread gap-x-6 gap-y-3 mt-12 pt-6 border-t border-line">
                <p className="m-0 text-muted">{texts.contact.question}</p>
                <Button
                  size="sm"
                  variant="default"
                  leftSection={<IconMessageCircle size={17} aria-hidden />}
                  onClick={dialogs.contact}
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
      {(isListShown || openDialog !== null || details.registration !== null) && (
        <DashboardDialogs details={details} openDialog={openDialog} dialogs={dialogs} />
      )}
    </Page>
  );
}

/** Placeholder until the layout is known. It also starts to load the list of registrations. */
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

/** The open details, kept in the URL as `?registro=<id>&documento=<document>`; Back closes them. */
function useDetails() {
  const param = useIdParam('registro', ['documento']);
  const { id, close } = param;
  const [params] = useSearchParams();
  // The registration of the clicked card: its details need no request for the registration.
  const [clickedRegistration, setClickedRegistration] = useState<Registration | null>(null);
  const knownRegistration =
    clickedRegistration !== null && clickedRegistration.id === id ? clickedRegistration : null;
  const { data, error } = useQuery({
    ...registrationQuery(encodeURIComponent(id ?? '')),
    enabled: id !== null && knownRegistration === null,
  });
  const latestParam = useRef(param);
  useEffect(() => {
    latestParam.current = param;
  });
  // Stable, so that memoized cards do not rerender.
  const open = useCallback((registration: Registration) => {
    setClickedRegistration(registration);
    latestParam.current.open(registration.id);
  }, []);
  const isLoadFailed = id !== null && knownRegistration === null && data === undefined && error !== null;
  useEffect(() => {
    if (!isLoadFailed) return;
    const t = texts.linkedRegistration;
    if (error instanceof HttpError && error.status === 404) notify.error(t.notFound, t.notFoundText);
    else notify.error(t.failed, messageOf(error, t.failedText));
    latestParam.current.close();
  }, [isLoadFailed, error]);
  return {
    /** null while no details are open, or while the registration in the URL is loading. */
    registration: id === null ? null : (knownRegistration ?? data ?? null),
    /** The document to focus, named by a link in an e-mail. */
    document: REGISTRATION_DOCUMENTS.find((name) => name === params.get('documento')),
    open,
    close,
  };
}
