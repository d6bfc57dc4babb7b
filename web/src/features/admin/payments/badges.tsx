import {
  type AdminPayment,
  type Decline,
  PAYMENT_FLAG_NAMES,
  type PaymentFlag,
  type PaymentStatus,
  WEBHOOK_STATUS_NAMES,
  type WebhookStatus,
} from '@g2/gateway/contract/payments';
import { Link } from 'react-router';
import classes from '../admin.module.css';
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

/** State of a payment. */
function PaymentBadge({ status }: { status: PaymentStatus }) {
  return (
    <span className={classes.badge} data-tone={TONES[status] ?? 'plain'}>
      {texts.payments.statuses[status]}
    </span>
  );
}

/** Why a card was declined, in Portuguese where the provider's code is known, else in its own words. */
export function declineReason({ code, message }: Decline): string {
  const known: Readonly<Record<string, string>> = texts.declines;
  return known[code] ?? (message || code);
}

/** The state, and under it the last card's trouble. */
export function PaymentState({ payment: { status, decline } }: { payment: AdminPayment }) {
  return (
    <div className={own.state}>
      <PaymentBadge status={status} />
      {decline !== null && (
        <span className="g2-meta" title={decline.message}>
          {status === 'declined' ? declineReason(decline) : texts.lastDecline(declineReason(decline))}
        </span>
      )}
    </div>
  );
}

/** What asks for an admin's attention: a refund or a dispute (contract rule 7). */
export function FlagBadge({ flag }: { flag: PaymentFlag }) {
  return (
    <span className={classes.badge} data-tone="danger">
      {PAYMENT_FLAG_NAMES[flag]}
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

/** To the staff's page of a registration. */
export function RegistrationLink({ id }: { id: string }) {
  return (
    <Link to={`/operator/registrations/${id}`} className={classes.link}>
      {texts.payments.open}
    </Link>
  );
}
