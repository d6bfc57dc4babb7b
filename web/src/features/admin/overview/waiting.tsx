import type { EnhancedStats } from '@g2/gateway/contract/admin';
import { PAYMENT_ATTENTION_NAMES, PAYMENT_ATTENTIONS } from '@g2/gateway/contract/payment-admin';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconBellExclamation, IconChevronRight, IconCoins, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatCents, formatDate, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { waitingQuery } from '../approvals/api.ts';
import { attentionQuery, failedEventsQuery } from '../payments/api.ts';
import classes from './overview.module.css';
import { texts } from './texts.ts';

const t = texts.waiting;
/** Statuses that wait for the staff, in workflow order; last, the one that waits for the client. */
const ORDER = ['paid', 'reviewing', 'government_processing', 'completed', 'submitted'] as const;

interface WaitingProps {
  /** undefined while loading. */
  readonly counts: EnhancedStats['statusCounts'] | undefined;
  readonly failed: boolean;
}

/** What waits for a person now; each line links to the list with that filter. */
export function Waiting({ counts, failed }: WaitingProps) {
  const events = useQuery(failedEventsQuery);
  const nothing = events.data === 0 && counts !== undefined && ORDER.every((status) => counts[status] === 0);
  return (
    <Panel title={t.title}>
      {nothing && <p className="g2-note">{t.nothing}</p>}
      <ul className={classes.lines}>
        {ORDER.map((status) => (
          <Line
            key={status}
            to={`/admin?tab=registrations&status=${status}`}
            name={<StatusBadge status={status} />}
            what={t.what[status]}
            count={counts?.[status]}
            unit={t.count}
            failed={failed}
          />
        ))}
        <Line
          to="/admin/payments?view=events&status=failed"
          name={
            <span className={classes.events} data-some={(events.data ?? 0) > 0 || undefined}>
              <IconBellExclamation size={16} stroke={1.8} aria-hidden />
              {t.events}
            </span>
          }
          what={t.eventsWhat}
          count={events.data}
          unit={t.eventsCount}
          failed={failedToLoad(events)}
        />
        <Approvals />
        <Attention />
      </ul>
    </Panel>
  );
}

/** The number of requests that this admin may decide on; renders nothing if there are none. */
function Approvals() {
  const { data: waiting = 0 } = useQuery(waitingQuery);
  if (waiting === 0) return null;
  return (
    <Line
      to="/admin/aprovacoes"
      name={
        <span className={classes.events} data-some>
          <IconUsers size={16} stroke={1.8} aria-hidden />
          {t.approvals}
        </span>
      }
      what={t.approvalsWhat}
      count={waiting}
      unit={t.approvalsCount}
      failed={false}
    />
  );
}

/** Payments that need an admin, one line per kind of problem that occurs. */
function Attention() {
  const query = useQuery(attentionQuery);
  return PAYMENT_ATTENTIONS.flatMap((attention) => {
    const found = query.data?.items.find((one) => one.attention === attention);
    if (found === undefined || !ASKS.has(attention)) return [];
    const due = found.dueBy === null ? '' : t.attentionDue(formatDate(found.dueBy));
    return (
      <Line
        key={attention}
        to={`/admin/payments?attention=${attention}`}
        name={
          <span className={classes.events} data-some>
            <IconCoins size={16} stroke={1.8} aria-hidden />
            {PAYMENT_ATTENTION_NAMES[attention]}
          </span>
        }
        what={`${formatCents(found.cents)}${due}`}
        count={found.payments}
        unit={t.attentionCount}
        failed={false}
      />
    );
  });
}

/** The kinds that still need an action; the settled ones appear only in the list of payments. */
const ASKS: ReadonlySet<string> = new Set(['to_return', 'refund_failed', 'refund_pending', 'dispute_open']);

interface LineProps {
  readonly to: string;
  readonly name: ReactNode;
  readonly what: string;
  readonly count: number | undefined;
  readonly unit: (count: string) => string;
  readonly failed: boolean;
}

function Line({ to, name, what, count, unit, failed }: LineProps) {
  if (count === 0) return null;
  return (
    <li>
      <Link to={to} className={classes.line}>
        <span className={classes.badge}>{name}</span>{' '}
        <span className={classes.words}>
          {count === undefined && !failed && (
            <>
              <Skeleton height={18} width={90} my={4} />
              <VisuallyHidden>{t.loading}</VisuallyHidden>
            </>
          )}
          {count === undefined && failed && <span className={classes.name}>{UNKNOWN}</span>}
          {count !== undefined && <span className={classes.name}>{unit(formatInteger(count))}</span>}{' '}
          <span className="g2-meta">{what}</span>
        </span>
        <IconChevronRight className={classes.chevron} size={18} aria-hidden />
      </Link>
    </li>
  );
}
