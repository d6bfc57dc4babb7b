import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { IconHourglass, IconRotateClockwise } from '@tabler/icons-react';
import { ClosedBadge } from '../../shared/registration/closed-badge.tsx';
import classes from './queue-list.module.css';
import { texts } from './texts.ts';

const MARKS = {
  resubmitted: { text: texts.marks.resubmitted, Icon: IconRotateClockwise },
  awaitingClient: { text: texts.marks.awaitingClient, Icon: IconHourglass },
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

export function CorrectionMark({ registration }: { registration: StaffRegistration }) {
  if (registration.closure !== null) return <ClosedBadge closure={registration.closure} />;
  const mark = correctionOf(registration);
  if (mark === null) return null;
  const { text, Icon } = MARKS[mark];
  return (
    <span className={classes.correction} data-mark={mark}>
      <Icon size={14} stroke={2} aria-hidden />
      {text}
    </span>
  );
}
