import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { IconHourglass, IconRotateClockwise, IconUser } from '@tabler/icons-react';
import clsx from 'clsx';
import { useUser } from '../../lib/session.ts';
import { ClosedBadge } from '../../shared/registration/closed-badge.tsx';
import { StatusBadge } from '../../shared/registration/status-badge.tsx';
import { VersionMark } from '../../shared/versions/version-mark.tsx';
import { fullName } from '../../ui/person-name.tsx';
import { texts } from './texts.ts';

type RegistrationProps = { readonly registration: StaffRegistration };

export function RegistrationBadges({ registration }: RegistrationProps) {
  return (
    <>
      <StatusBadge status={registration.status} />
      <VersionMark registration={registration} />
      <CorrectionMark registration={registration} />
    </>
  );
}

const CORRECTION_MARKS = {
  resubmitted: { Icon: IconRotateClockwise, style: 'border-accent text-accent' },
  awaitingClient: { Icon: IconHourglass, style: 'border-strong-line text-muted' },
} as const;

type CorrectionDates = Pick<StaffRegistration, 'status' | 'statusUpdatedAt' | 'paymentPaidAt' | 'closure'>;

/** Whether a paid registration waits for the client's corrections or was resubmitted after them; otherwise null. */
export function correctionState({
  status,
  statusUpdatedAt,
  paymentPaidAt,
  closure,
}: CorrectionDates): keyof typeof CORRECTION_MARKS | null {
  if (paymentPaidAt === null || closure !== null) return null;
  if (status === 'submitted') return 'awaitingClient';
  const isResubmitted = status === 'paid' && Date.parse(paymentPaidAt) < Date.parse(statusUpdatedAt);
  return isResubmitted ? 'resubmitted' : null;
}

export function CorrectionMark({ registration }: RegistrationProps) {
  if (registration.closure !== null) return <ClosedBadge closure={registration.closure} />;
  const mark = correctionState(registration);
  if (mark === null) return null;
  const { Icon, style } = CORRECTION_MARKS[mark];
  return (
    <span className={clsx('g2-badge gap-1 border', style)}>
      <Icon size={14} stroke={2} aria-hidden />
      {texts.marks[mark]}
    </span>
  );
}

/** The operator to whom a registration is assigned, or that there is none. */
export function AssignedTo({ registration: { assignedOperator: operator } }: RegistrationProps) {
  const isMine = useUser()?.id === operator?.id;
  const t = texts.list;
  return (
    <span
      className={clsx(
        'g2-inline g2-meta min-w-0 font-medium wrap-anywhere',
        operator !== null && (isMine ? 'text-accent' : 'text-ink'),
      )}
    >
      <IconUser size={15} stroke={1.8} aria-hidden />
      {operator === null ? t.assignedToNobody : isMine ? t.assignedToMe : t.assignedTo(fullName(operator))}
    </span>
  );
}
