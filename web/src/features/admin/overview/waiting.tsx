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
import { pendingApprovalCountQuery } from '../approvals/api.ts';
import { attentionCountsQuery, failedEventsQuery } from '../payments/api.ts';
import { LINE_CLASSES, LineArrow, LineText } from './line.tsx';
import { texts } from './texts.ts';

const t = texts.waiting;
/** Statuses of unfinished registrations, in workflow order. The last waits for the client, the others for the staff. */
const WAITING_STATUSES = ['paid', 'reviewing', 'government_processing', 'completed', 'submitted'] as const;
/** Payment problems that still need an action. Resolved ones appear only in the list of payments. */
const OPEN_PROBLEMS = ['to_return', 'refund_failed', 'refund_pending', 'dispute_open'] as const;

interface WaitingWorkProps {
  /** undefined while loading. */
  readonly counts: EnhancedStats['statusCounts'] | undefined;
  readonly failed: boolean;
}

/** Work that waits for a person now. Each line links to the list with the matching filter. */
export function WaitingWork({ counts, failed }: WaitingWorkProps) {
  const events = useQuery(failedEventsQuery);
  // The number of requests that this admin may decide on.
  const approvalCount = useQuery(pendingApprovalCountQuery).data ?? 0;
  const attentionItems = useQuery(attentionCountsQuery).data?.items ?? [];
  const openProblems = OPEN_PROBLEMS.flatMap((kind) =>
    attentionItems.filter(({ attention }) => attention === kind),
  );
  const isEmpty =
    events.data === 0 && counts !== undefined && WAITING_STATUSES.every((status) => counts[status] === 0);
  return (
    <Panel title={t.title}>
      {isEmpty && <p className="g2-note">{t.nothingWaiting}</p>}
      <ul className="g2-rows -mx-3 -mb-2">
        {WAITING_STATUSES.map((status) => (
          <Line
            key={status}
            to={`/admin?tab=registrations&status=${status}`}
            name={<StatusBadge status={status} />}
            note={t.statusNotes[status]}
            count={counts?.[status]}
            formatCount={t.registrationCount}
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
          note={t.eventsNote}
          count={events.data}
          formatCount={t.eventsCount}
          failed={failedToLoad(events)}
        />
        <Line
          to="/admin/aprovacoes"
          name={<IconLabel Icon={IconUsers}>{t.approvals}</IconLabel>}
          note={t.approvalsNote}
          count={approvalCount}
          formatCount={t.approvalsCount}
        />
        {openProblems.map(({ attention: kind, cents, dueBy, payments }) => (
          <Line
            key={kind}
            to={`/admin/payments?attention=${kind}`}
            name={<IconLabel Icon={IconCoins}>{PAYMENT_ATTENTION_NAMES[kind]}</IconLabel>}
            note={`${formatCents(cents)}${dueBy === null ? '' : t.attentionDue(formatDate(dueBy))}`}
            count={payments}
            formatCount={t.attentionCount}
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
  readonly note: string;
  readonly count: number | undefined;
  readonly formatCount: (count: string) => string;
  readonly failed?: boolean;
}

function Line({ to, name, note, count, formatCount, failed = false }: LineProps) {
  if (count === 0) return null;
  return (
    <li>
      <Link to={to} className={LINE_CLASSES}>
        <span className="flex flex-1 items-center gap-y-1 gap-x-3 min-w-0 narrow:grid">
          <span className="flex-[0_0_256px]">{name}</span>{' '}
          <LineText note={note}>
            {count === undefined && !failed && (
              <>
                <Skeleton height={18} width={90} my={4} />
                <VisuallyHidden>{t.loading}</VisuallyHidden>
              </>
            )}
            {count === undefined && failed && UNKNOWN}
            {count !== undefined && formatCount(formatInteger(count))}
          </LineText>
        </span>
        <LineArrow />
      </Link>
    </li>
  );
}
