import { adminPaymentCalls } from '@g2/gateway/contract/gen/calls/admin-payments';
import { operatorCalls } from '@g2/gateway/contract/gen/calls/operator';
import { civilDay } from '@g2/gateway/contract/government';
import { NO_OPERATOR, VIEW_COUNT_CAP } from '@g2/gateway/contract/queue';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
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
import classes from './overview.module.css';
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

/** Key figures of the moment: late, unassigned, oldest, disputes, today's money. All are stored or counted to a cap. */
export function Now() {
  return (
    <div className={classes.nowPanel}>
      <Panel title={t.title}>
        <ul className={classes.now}>
          <QueueTiles />
          <Oldest />
          <Disputes />
          <Money />
        </ul>
      </Panel>
    </div>
  );
}

const capped = (count: number): string => formatCapped(count, count >= VIEW_COUNT_CAP);

/** Late registrations, unread messages, and registrations without an operator. */
function QueueTiles() {
  const queue = useQuery(queueStatsQuery);
  const unassigned = useQuery(unassignedQuery);
  return (
    <>
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
    </>
  );
}

function Oldest() {
  const query = useQuery(oldestQuery);
  const { data } = query;
  if (data === null) {
    return <Tile to="/operator?tab=paid" name={t.oldest} value={t.oldestNone} note={t.oldestNoneNote} />;
  }
  return (
    <Tile
      to={data === undefined ? '/operator?tab=paid' : `/operator/registrations/${data.id}`}
      name={t.oldest}
      value={data && <WaitingAge registration={data} />}
      note={data?.title ?? ''}
      failed={failedToLoad(query)}
    />
  );
}

function Disputes() {
  const query = useQuery(figuresQuery(7));
  const doubtful = useQuery(doubtfulQuery).data?.items.length ?? 0;
  // `money` is null while the payments service is unavailable.
  const disputes = query.data?.money?.now.disputes.count;
  return (
    <Tile
      to="/admin?tab=analytics&period=7"
      name={t.disputes}
      value={disputes === undefined ? undefined : formatInteger(disputes)}
      note={doubtful === 0 ? t.disputesNote : `${t.disputesNote} · ${t.doubtful(doubtful)}`}
      failed={failedToLoad(query) || query.data?.money === null}
      alarm={(disputes ?? 0) > 0}
    />
  );
}

function Money() {
  const day = civilDay(new Date(useNow()));
  const query = useQuery(moneyOfDayQuery(day));
  const { data } = query;
  const returned = data && data.refunded > 0 ? ` · ${t.refunded(formatCents(data.refunded))}` : '';
  return (
    <Tile
      to={`/admin/payments?${new URLSearchParams({ from: day, to: day })}`}
      name={t.money}
      value={data && formatCents(data.received)}
      note={data === undefined ? '' : `${t.moneyNote(formatInteger(data.count))}${returned}`}
      failed={failedToLoad(query)}
    />
  );
}

interface TileProps {
  readonly to: string;
  readonly name: string;
  /** undefined while loading or after a failure. */
  readonly value: ReactNode;
  readonly note: string;
  readonly failed?: boolean;
  /** Highlights the figure, because it should be zero. */
  readonly alarm?: boolean;
}

function Tile({ to, name, value, note, failed = false, alarm = false }: TileProps) {
  const isLoading = value === undefined && !failed;
  return (
    <li>
      <Link to={to} className={classes.nowTile} data-alarm={alarm || undefined}>
        <span className="g2-meta">{name}</span>{' '}
        <span className={classes.nowValue}>
          {value ??
            (failed ? UNKNOWN : <Skeleton component="span" display="block" height="1em" width={72} />)}
          {isLoading && <VisuallyHidden component="span">{t.loading}</VisuallyHidden>}
        </span>{' '}
        <span className={classes.nowNote}>{failed && value === undefined ? t.failed : note}</span>
      </Link>
    </li>
  );
}
