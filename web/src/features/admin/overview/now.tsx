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
import { doubtfulQuery, figuresQuery } from '../api.ts';
import { texts } from './texts.ts';

const t = texts.now;

/** The number of open registrations without an operator, up to the cap of list counts. */
const unassignedQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'unassigned-count'],
  queryFn: async ({ signal }) => {
    const query = { operator: NO_OPERATOR, limit: 1 } as const;
    const { total, totalCapped = false } = await call(operatorCalls.listQueue, { query, signal });
    return { total, totalCapped };
  },
});

/** The paid registration that has waited longest; null if there is none. */
const oldestQuery = queryOptions({
  queryKey: [STAFF_REGISTRATIONS, 'oldest'],
  queryFn: async ({ signal }) => {
    const query = { status: 'paid', sort: 'statusUpdatedAt', limit: 1 } as const;
    return (await call(operatorCalls.listQueue, { query, signal })).items[0] ?? null;
  },
});

/** Totals of the payments started on a civil day. */
const moneyOfDayQuery = (day: string) =>
  queryOptions({
    queryKey: [adminPaymentCalls.listPayments.path, 'of-day', day],
    queryFn: async ({ signal }) => {
      const query = { from: day, to: day, limit: 1 };
      return (await call(adminPaymentCalls.listPayments, { query, signal })).totals;
    },
  });

const capped = (count: number): string => formatCapped(count, count >= VIEW_COUNT_CAP);

/** Key figures of the moment: late, unread, unassigned, oldest, disputes, today's money. Each loads and fails alone. */
export function Now() {
  const queue = useQuery(queueStatsQuery);
  const unassigned = useQuery(unassignedQuery);
  const oldest = useQuery(oldestQuery);
  const figures = useQuery(figuresQuery(7));
  const doubtful = useQuery(doubtfulQuery).data?.items.length ?? 0;
  const day = civilDay(new Date(useNow()));
  const money = useQuery(moneyOfDayQuery(day));
  // The money is null while the payments service is unavailable.
  const disputes = figures.data?.money?.now.disputes.count;
  const { refunded = 0 } = money.data ?? {};
  const refundedText = refunded > 0 ? ` · ${t.refunded(formatCents(refunded))}` : '';
  return (
    <div className="mb-4">
      <Panel title={t.title}>
        <ul className="g2-list grid grid-cols-[repeat(auto-fit,minmax(160px,1fr))] gap-1 -mx-3 -mb-2 phone:grid-cols-2">
          <Tile
            to="/operator?view=late"
            name={t.late}
            value={queue.data && capped(queue.data.late)}
            note={t.lateNote}
            failed={failedToLoad(queue)}
            alarm={(queue.data?.late ?? 0) > 0}
          />
          <Tile
            to="/operator?view=messages"
            name={t.messages}
            value={queue.data && capped(queue.data.messages)}
            note={t.messagesNote}
            failed={failedToLoad(queue)}
          />
          <Tile
            to="/operator?operator=none"
            name={t.unassigned}
            value={unassigned.data && formatCapped(unassigned.data.total, unassigned.data.totalCapped)}
            note={t.unassignedNote}
            failed={failedToLoad(unassigned)}
          />
          <Tile
            to={oldest.data ? `/operator/registrations/${oldest.data.id}` : '/operator?tab=paid'}
            name={t.oldest}
            value={
              oldest.data === null ? t.oldestNone : oldest.data && <WaitingAge registration={oldest.data} />
            }
            note={oldest.data === null ? t.oldestNoneNote : (oldest.data?.title ?? '')}
            failed={failedToLoad(oldest)}
          />
          <Tile
            to="/admin?tab=analytics&period=7"
            name={t.disputes}
            value={disputes === undefined ? undefined : formatInteger(disputes)}
            note={doubtful === 0 ? t.disputesNote : `${t.disputesNote} · ${t.doubtful(doubtful)}`}
            failed={failedToLoad(figures) || figures.data?.money === null}
            alarm={(disputes ?? 0) > 0}
          />
          <Tile
            to={`/admin/payments?${new URLSearchParams({ from: day, to: day })}`}
            name={t.money}
            value={money.data && formatCents(money.data.received)}
            note={money.data ? `${t.moneyNote(formatInteger(money.data.count))}${refundedText}` : ''}
            failed={failedToLoad(money)}
          />
        </ul>
      </Panel>
    </div>
  );
}

interface TileProps {
  readonly to: string;
  readonly name: string;
  /** undefined while loading or after a failure. */
  readonly value: ReactNode;
  readonly note: string;
  readonly failed: boolean;
  /** Highlights the figure, because it should be zero. */
  readonly alarm?: boolean;
}

function Tile({ to, name, value, note, failed, alarm = false }: TileProps) {
  const isLoading = value === undefined && !failed;
  return (
    // On a phone the last figure, an amount, needs a whole row; the fifth then has no neighbour.
    <li className="phone:nth-[n+5]:col-span-full">
      <Link
        to={to}
        className="grid content-start gap-0.5 h-full py-2 px-3 rounded-md text-ink no-underline hover:bg-sunken"
        data-alarm={alarm || undefined}
      >
        <span className="g2-meta">{name}</span>{' '}
        <span
          className={clsx('flex items-center min-h-8 text-xl font-bold tabular-nums', alarm && 'text-danger')}
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
