import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { IconHourglass, IconRotateClockwise, IconUser } from '@tabler/icons-react';
import clsx from 'clsx';
import { useUser } from '../../lib/session.ts';
import { ClosedBadge } from '../../shared/registration/closed-badge.tsx';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { fullName } from '../../ui/person-name.tsx';
import { texts } from './texts.ts';

type RecordProps = { readonly registration: StaffRegistration };

export function RecordBadges({ registration }: RecordProps) {
  return (
    <>
      <StatusBadge status={registration.status} />
      <VersionMark registration={registration} />
      <CorrectionMark registration={registration} />
    </>
  );
}

const MARKS = {
  resubmitted: { Icon: IconRotateClockwise, style: 'border-accent text-accent' },
  awaitingClient: { Icon: IconHourglass, style: 'border-strong-line text-muted' },
} as const;

type Subject = Pick<StaffRegistration, 'status' | 'statusUpdatedAt' | 'paymentPaidAt' | 'closure'>;

/** Whether a registration that was paid before waits for the client's corrections, or was resubmitted after them. */
export function correctionOf({
  status,
  statusUpdatedAt,
  paymentPaidAt,
  closure,
}: Subject): keyof typeof MARKS | null {
  if (paymentPaidAt === null || closure !== null) return null;
  if (status === 'submitted') return 'awaitingClient';
  const isBack = status === 'paid' && Date.parse(paymentPaidAt) < Date.parse(statusUpdatedAt);
  return isBack ? 'resubmitted' : null;
}

export function CorrectionMark({ registration }: RecordProps) {
  if (registration.closure !== null) return <ClosedBadge closure={registration.closure} />;
  const mark = correctionOf(registration);
  if (mark === null) return null;
  const { Icon, style } = MARKS[mark];
  return (
    <span className={clsx('g2-badge gap-1 border', style)}>
      <Icon size={14} stroke={2} aria-hidden />
      {texts.marks[mark]}
    </span>
  );
}

/** The operator to whom a registration is assigned. */
export function AssignedTo({ registration: { assignedOperator: holder } }: RecordProps) {
  const isMine = useUser()?.id === holder?.id;
  const t = texts.list;
  return (
    <span
      className={clsx(
        'g2-inline g2-meta min-w-0 font-medium wrap-anywhere',
        holder !== null && (isMine ? 'text-accent' : 'text-ink'),
      )}
    >
      <IconUser size={15} stroke={1.8} aria-hidden />
      {holder === null ? t.assignedToNobody : isMine ? t.assignedToMe : t.assignedTo(fullName(holder))}
    </span>
  );
}
