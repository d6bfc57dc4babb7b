import { adminPaymentCalls } from '@g2/gateway/contract/gen/calls/admin-payments';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import { civilDay } from '@g2/gateway/contract/government';
import { NO_OPERATOR, VIEW_COUNT_CAP } from '@g2/gateway/contract/queue';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { call } from '../../../lib/call.ts';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatCapped, formatCents, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { queueStatsQuery, STAFF_REGISTRATIONS } from '../../../shared/registration/staff-api.ts';
import { WaitingAge } from '../../../shared/registration/waiting-age.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { doubtfulCertificatesQuery, figuresQuery } from '../api.ts';
import { texts } from './texts.ts';

const t = texts.currentFigures;

/** The number of open registrations without an operator. The server stops counting at a limit. */
const unassignedCountQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'unassigned-count'],
  queryFn: async ({ signal }) => {
    const query = { operator: NO_OPERATOR, limit: 1 } as const;
    const { total, totalCapped = false } = await call(operatorCalls.listQueue, { query, signal });
    return { total, totalCapped };
  },
});

/** The paid registration that has waited longest, or null if none waits. */
const longestWaitingQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'oldest'],
  queryFn: async ({ signal }) => {
    const query = { status: 'paid', sort: 'statusUpdatedAt', limit: 1 } as const;
    return (await call(operatorCalls.listQueue, { query, signal })).items[0] ?? null;
  },
});

/** Totals of the payments started on a calendar day. */
const paymentTotalsQuery = (day: string) =>
  queryOptions({
    queryKey: [adminPaymentCalls.listPayments.path, 'of-day', day],
    queryFn: async ({ signal }) => {
      const query = { from: day, to: day, limit: 1 };
      return (await call(adminPaymentCalls.listPayments, { query, signal })).totals;
    },
  });

const formatCount = (count: number): string => formatCapped(count, count >= VIEW_COUNT_CAP);

/** Current key figures. Each is loaded, and reports its failure, independently of the others. */
export function CurrentFigures() {
  const queueStats = useQuery(queueStatsQuery);
  const unassignedCount = useQuery(unassignedCountQuery);
  const longestWaiting = useQuery(longestWaitingQuery);
  const figures = useQuery(figuresQuery(7));
  const doubtfulCount = useQuery(doubtfulCertificatesQuery).data?.items.length ?? 0;
  const day = civilDay(new Date(useNow()));
  const paymentTotals = useQuery(paymentTotalsQuery(day));
  // `money` is null while the payments service is unavailable.
  const disputeCount = figures.data?.money?.now.disputes.count;
  const { refunded: refundedCents = 0 } = paymentTotals.data ?? {};
  const refundedText = refundedCents > 0 ? ` · ${t.refunded(formatCents(refundedCents))}` : '';
  return (
    <div className="mb-4">
      <Panel title={t.title}>
        <ul className="g2-list grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-1 -mx-3 -mb-2 phone:grid-cols-2">
          <Tile
            to="/operator?view=late"
            name={t.late}
            value={queueStats.data && formatCount(queueStats.data.late)}
            note={t.lateNote}
            failed={failedToLoad(queueStats)}
            highlighted={(queueStats.data?.late ?? 0) > 0}
          />
          <Tile
            to="/operator?view=messages"
            name={t.messages}
            value={queueStats.data && formatCount(queueStats.data.messages)}
            note={t.messagesNote}
            failed={failedToLoad(queueStats)}
          />
          <Tile
            to="/operator?operator=none"
            name={t.unassigned}
            value={
              unassignedCount.data &&
              formatCapped(unassignedCount.data.total, unassignedCount.data.totalCapped)
            }
            note={t.unassignedNote}
            failed={failedToLoad(unassignedCount)}
          />
          <Tile
            to={
              longestWaiting.data ? `/operator/registrations/${longestWaiting.data.id}` : '/operator?tab=paid'
            }
            name={t.longestWaiting}
            value={
              longestWaiting.data === null
                ? t.noneWaiting
                : longestWaiting.data && <WaitingAge registration={longestWaiting.data} />
            }
            note={longestWaiting.data === null ? t.noneWaitingNote : (longestWaiting.data?.title ?? '')}
            failed={failedToLoad(longestWaiting)}
          />
          <Tile
            to="/admin?tab=analytics&period=7"
            name={t.disputes}
            value={disputeCount === undefined ? undefined : formatInteger(disputeCount)}
            note={doubtfulCount === 0 ? t.disputesNote : `${t.disputesNote} · ${t.doubtful(doubtfulCount)}`}
            failed={failedToLoad(figures) || figures.data?.money === null}
            highlighted={(disputeCount ?? 0) > 0}
          />
          <Tile
            to={`/admin/payments?${new URLSearchParams({ from: day, to: day })}`}
            name={t.money}
            value={paymentTotals.data && formatCents(paymentTotals.data.received)}
            note={
              paymentTotals.data
                ? `${t.moneyNote(formatInteger(paymentTotals.data.count))}${refundedText}`
                : ''
            }
            failed={failedToLoad(paymentTotals)}
          />
        </ul>
      </Panel>
    </div>
  );
}

interface TileProps {
  readonly to: string;
  readonly name: string;
  /** undefined while loading and after a failure. */
  readonly value: ReactNode;
  readonly note: string;
  readonly failed: boolean;
  /** Highlights the figure, because it should be zero. */
  readonly highlighted?: boolean;
}

function Tile({ to, name, value, note, failed, highlighted = false }: TileProps) {
  const isLoading = value === undefined && !failed;
  return (
    // On a phone, the fifth and the sixth figure have a row each, because the sixth, an amount, is wide.
    <li className="phone:nth-[n+5]:col-span-full">
      <Link
        to={to}
        className="grid content-start gap-0.5 h-full py-2 px-3 rounded-md text-ink no-underline hover:bg-sunken"
        data-alarm={highlighted || undefined}
      >
        <span className="g2-meta">{name}</span>{' '}
        <span
          className={clsx(
            'flex items-center min-h-8 text-xl font-bold tabular-nums',
            highlighted && 'text-danger',
          )}
        >
          {value ??
            (failed ? UNKNOWN : <Skeleton component="span" display="block" height="1em" width={72} />)}
          {isLoading && <VisuallyHidden component="span">{t.loading}</VisuallyHidden>}
        </span>{' '}
        <span className="g2-meta min-h-[1.45em] wrap-anywhere">
          {failed && value === undefined ? t.failed : note}
        </span>
      </Link>
    </li>
  );
}
