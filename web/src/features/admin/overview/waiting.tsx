import type { EnhancedStats } from '@g2/gateway/contract/admin';
import { PAYMENT_ATTENTION_NAMES } from '@g2/gateway/contract/payment-admin';
import { Skeleton, VisuallyHidden } from '@mantine/core';
import { IconBellExclamation, IconCoins, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import clsx from 'clsx';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { failedToLoad } from '../../../lib/failures.ts';
import { formatCents, formatDate, formatInteger, UNKNOWN } from '../../../lib/format.ts';
import { StatusBadge } from '../../../shared/registration/status-badge.tsx';
import { Panel } from '../../../ui/facts.tsx';
import { waitingQuery } from '../approvals/api.ts';
import { attentionQuery, failedEventsQuery } from '../payments/api.ts';
import { LINE, LineArrow, LineText } from './line.tsx';
import { texts } from './texts.ts';

const t = texts.waiting;
/** Statuses that wait for the staff, in workflow order; last, the one that waits for the client. */
const ORDER = ['paid', 'reviewing', 'government_processing', 'completed', 'submitted'] as const;
/** The problems of payments that still need an action; the settled ones appear only in the list of payments. */
const PROBLEMS = ['to_return', 'refund_failed', 'refund_pending', 'dispute_open'] as const;

interface WaitingProps {
  /** undefined while loading. */
  readonly counts: EnhancedStats['statusCounts'] | undefined;
  readonly failed: boolean;
}

/** What waits for a person now; each line links to the list with that filter. */
export function Waiting({ counts, failed }: WaitingProps) {
  const events = useQuery(failedEventsQuery);
  // The number of requests that this admin may decide on.
  const approvals = useQuery(waitingQuery).data ?? 0;
  const found = useQuery(attentionQuery).data?.items ?? [];
  const problems = PROBLEMS.flatMap((kind) => found.filter(({ attention }) => attention === kind));
  const nothing = events.data === 0 && counts !== undefined && ORDER.every((status) => counts[status] === 0);
  return (
    <Panel title={t.title}>
      {nothing && <p className="g2-note">{t.nothing}</p>}
      <ul className="g2-rows -mx-3 -mb-2">
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
            <IconLabel Icon={IconBellExclamation} urgent={(events.data ?? 0) > 0}>
              {t.events}
            </IconLabel>
          }
          what={t.eventsWhat}
          count={events.data}
          unit={t.eventsCount}
          failed={failedToLoad(events)}
        />
        <Line
          to="/admin/aprovacoes"
          name={<IconLabel Icon={IconUsers}>{t.approvals}</IconLabel>}
          what={t.approvalsWhat}
          count={approvals}
          unit={t.approvalsCount}
        />
        {problems.map(({ attention: kind, cents, dueBy, payments }) => (
          <Line
            key={kind}
            to={`/admin/payments?attention=${kind}`}
            name={<IconLabel Icon={IconCoins}>{PAYMENT_ATTENTION_NAMES[kind]}</IconLabel>}
            what={`${formatCents(cents)}${dueBy === null ? '' : t.attentionDue(formatDate(dueBy))}`}
            count={payments}
            unit={t.attentionCount}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface IconLabelProps {
  readonly Icon: typeof IconCoins;
  readonly urgent?: boolean;
  readonly children: string;
}

const IconLabel = ({ Icon, urgent = true, children }: IconLabelProps) => (
  <span className={clsx('g2-badge', urgent ? 'bg-danger-soft text-danger' : 'bg-sunken text-muted')}>
    <Icon size={16} stroke={1.8} aria-hidden />
    {children}
  </span>
);

interface LineProps {
  readonly to: string;
  readonly name: ReactNode;
  readonly what: string;
  readonly count: number | undefined;
  readonly unit: (count: string) => string;
  readonly failed?: boolean;
}

function Line({ to, name, what, count, unit, failed = false }: LineProps) {
  if (count === 0) return null;
  return (
    <li>
      <Link to={to} className={LINE}>
        <span className="flex flex-1 items-center gap-y-1 gap-x-3 min-w-0 narrow:grid">
          <span className="flex-[0_0_256px]">{name}</span>{' '}
          <LineText note={what}>
            {count === undefined && !failed && (
              <>
                <Skeleton height={18} width={90} my={4} />
                <VisuallyHidden>{t.loading}</VisuallyHidden>
              </>
            )}
            {count === undefined && failed && UNKNOWN}
            {count !== undefined && unit(formatInteger(count))}
          </LineText>
        </span>
        <LineArrow />
      </Link>
    </li>
  );
}
