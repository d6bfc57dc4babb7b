import { type ListedPayment, PAYMENT_ATTENTION_NAMES } from '@g2/gateway/contract/payment-admin';
import {
  type AdminPayment,
  type Decline,
  PAYMENT_FLAG_NAMES,
  PAYMENT_KIND_NAMES,
  PAYMENT_STATUS_NAMES,
  type PaymentStatus,
  WEBHOOK_STATUS_NAMES,
  type WebhookStatus,
} from '@g2/gateway/contract/payments';
import { Link } from 'react-router';
import classes from '../admin.module.css';
import { accountPath } from '../users/user-cells.tsx';
import own from './payments.module.css';
import { texts } from './texts.ts';

const TONES: Readonly<Partial<Record<PaymentStatus, string>>> = {
  settled: 'accent',
  captured: 'info',
  giving_back: 'info',
  failed: 'danger',
  declined: 'danger',
};
const EVENT_TONES = { received: 'info', processed: 'accent', failed: 'danger' } as const;

interface Of {
  readonly payment: ListedPayment;
}

/** Why a card was declined, in Portuguese; a generic text for an unknown code. */
export function declineReason({ code }: Decline): string {
  const known: Readonly<Record<string, string>> = texts.declines;
  return known[code] ?? texts.declined;
}

/** A payment's status, with the last decline or a note that only a bank transfer can return the money. */
export function PaymentState({ payment: { status, decline, toTransfer } }: { payment: AdminPayment }) {
  return (
    <div className={own.state}>
      <span className={classes.badge} data-tone={TONES[status] ?? 'plain'}>
        {PAYMENT_STATUS_NAMES[status]}
      </span>
      {toTransfer > 0 && (
        <span className={classes.badge} data-tone="danger">
          {texts.toTransfer}
        </span>
      )}
      {decline !== null && (
        <span className="g2-meta" title={[decline.code, decline.message].filter(Boolean).join(': ')}>
          {status === 'declined' ? declineReason(decline) : texts.lastDecline(declineReason(decline))}
        </span>
      )}
    </div>
  );
}

type Standing = Pick<AdminPayment, 'flag' | 'refundState' | 'disputeState' | 'closedAt'>;

/** The refund or dispute of a payment as a name and a colour; null without one. */
export function standingOf({ flag, refundState, disputeState, closedAt }: Standing): Named | null {
  const n = PAYMENT_ATTENTION_NAMES;
  if (disputeState === 'open') return { name: n.dispute_open, tone: 'danger' };
  if (disputeState === 'lost') return { name: n.dispute_lost, tone: 'danger' };
  if (refundState === 'failed') return { name: n.refund_failed, tone: 'danger' };
  if (refundState === 'pending') return { name: n.refund_pending, tone: 'info' };
  if (flag !== null) return { name: PAYMENT_FLAG_NAMES[flag], tone: closedAt === null ? 'danger' : 'plain' };
  return disputeState === 'won' ? { name: n.dispute_won, tone: 'accent' } : null;
}
type Named = { readonly name: string; readonly tone: string };

/** Badge for a refund or a dispute that needs an admin's attention (api-rules R7). */
export function StandingBadge({ payment }: { payment: Standing }) {
  const standing = standingOf(payment);
  if (standing === null) return null;
  return (
    <span className={classes.badge} data-tone={standing.tone}>
      {standing.name}
    </span>
  );
}

export function EventBadge({ status }: { status: WebhookStatus }) {
  return (
    <span className={classes.badge} data-tone={EVENT_TONES[status]}>
      {WEBHOOK_STATUS_NAMES[status]}
    </span>
  );
}

/** Link to a registration's staff page, with its title if known. */
export function RegistrationLink({ id, title = null }: { id: string; title?: string | null }) {
  return (
    <Link to={`/operator/registrations/${id}`} className={title === null ? classes.link : classes.account}>
      {title ?? texts.payments.open}
    </Link>
  );
}

export function Payer({ payment: { userId, payerName } }: Of) {
  return (
    <Link to={accountPath(userId)} className={payerName === null ? classes.link : classes.account}>
      {payerName ?? texts.payments.account}
    </Link>
  );
}

export function Purpose({ payment: { registrationId, registrationTitle, kind } }: Of) {
  if (registrationId === null) return <span className="g2-meta">{PAYMENT_KIND_NAMES[kind]}</span>;
  return <RegistrationLink id={registrationId} title={registrationTitle} />;
}
