import {
  PAYMENT_FLAG_NAMES,
  type PaymentFlag,
  type PaymentStatus,
  WEBHOOK_STATUS_NAMES,
  type WebhookStatus,
} from '@g2/gateway/contract/payments';
import { Link } from 'react-router';
import classes from '../admin.module.css';
import { texts } from './texts.ts';

const TONES: Readonly<Partial<Record<PaymentStatus, string>>> = {
  settled: 'accent',
  captured: 'info',
  giving_back: 'info',
  failed: 'danger',
};
const EVENT_TONES = { received: 'info', processed: 'accent', failed: 'danger' } as const;

/** State of a payment. */
export function PaymentBadge({ status }: { status: PaymentStatus }) {
  return (
    <span className={classes.badge} data-tone={TONES[status] ?? 'plain'}>
      {texts.payments.statuses[status]}
    </span>
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
