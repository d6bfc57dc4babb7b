import { civilDay } from '@g2/gateway/contract/government';
import { VIEW_COUNT_CAP } from '@g2/gateway/contract/queue';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatCapped, formatCents, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { queueStatsQuery } from '../../../shared/registration/staff-api.ts';
import { WaitingAge } from '../../../shared/registration/waiting-age.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { doubtfulQuery, figuresQuery } from '../api.ts';
import { moneyOfDayQuery, oldestQuery, unassignedQuery } from './api.ts';
import classes from './overview.module.css';
import { texts } from './texts.ts';

const t = texts.now;

/** Key figures of the moment: late, unassigned, oldest, disputes, today's money. All are stored or counted to a cap. */
export function Now() {
  return (
    <div className={classes.nowPanel}>
      <Panel title={t.title}>
        <ul className={classes.now}>
          <Late />
          <Messages />
          <Unassigned />
          <Oldest />
          <Disputes />
          <Money />
        </ul>
      </Panel>
    </div>
  );
}

function Late() {
  const query = useQuery(queueStatsQuery);
  const late = query.data?.late;
  return (
    <Tile
      to="/operator?view=late"
      name={t.late}
      value={late === undefined ? undefined : formatCapped(late, late >= VIEW_COUNT_CAP)}
      note={t.lateNote}
      failed={failedToLoad(query)}
      alarm={(late ?? 0) > 0}
    />
  );
}

function Messages() {
  const query = useQuery(queueStatsQuery);
  const unread = query.data?.messages;
  return (
    <Tile
      to="/operator?view=messages"
      name={t.messages}
      value={unread === undefined ? undefined : formatCapped(unread, unread >= VIEW_COUNT_CAP)}
      note={t.messagesNote}
      failed={failedToLoad(query)}
    />
  );
}

function Unassigned() {
  const query = useQuery(unassignedQuery);
  const { data } = query;
  return (
    <Tile
      to="/operator?operator=none"
      name={t.unassigned}
      value={data && formatCapped(data.total, data.totalCapped)}
      note={t.unassignedNote}
      failed={failedToLoad(query)}
    />
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
