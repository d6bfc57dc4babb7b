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
import { accountPath, Badge, NameLink, RecordLink, type Tone } from '../cells.tsx';
import { texts } from './texts.ts';

const STATUS_TONES: Readonly<Partial<Record<PaymentStatus, Tone>>> = {
  settled: 'accent',
  captured: 'info',
  giving_back: 'info',
  failed: 'danger',
  declined: 'danger',
};
const EVENT_TONES = { received: 'info', processed: 'accent', failed: 'danger' } as const;

/** Why a card was declined, in Portuguese. An unknown code gets a generic text. */
export function declineReason({ code }: Decline): string {
  const reasons: Readonly<Record<string, string>> = texts.declines;
  return reasons[code] ?? texts.declined;
}

/** A payment's status, its last decline, and a note if only a bank transfer can return the money. */
export function PaymentState({ payment: { status, decline, toTransfer } }: { payment: AdminPayment }) {
  return (
    <div className="grid gap-1 min-w-0 [td_&]:min-w-30">
      <Badge tone={STATUS_TONES[status] ?? 'plain'}>{PAYMENT_STATUS_NAMES[status]}</Badge>
      {toTransfer > 0 && <Badge tone="danger">{texts.toTransfer}</Badge>}
      {decline !== null && (
        <span className="g2-meta" title={[decline.code, decline.message].filter(Boolean).join(': ')}>
          {status === 'declined' ? declineReason(decline) : texts.lastDecline(declineReason(decline))}
        </span>
      )}
    </div>
  );
}

type AlertFields = Pick<AdminPayment, 'flag' | 'refundState' | 'disputeState' | 'closedAt'>;

/** The name and colour of a payment's refund or dispute; null if it has none. */
export function alertOf(payment: AlertFields): { name: string; tone: Tone } | null {
  const { flag, refundState, disputeState, closedAt } = payment;
  const names = PAYMENT_ATTENTION_NAMES;
  if (disputeState === 'open') return { name: names.dispute_open, tone: 'danger' };
  if (disputeState === 'lost') return { name: names.dispute_lost, tone: 'danger' };
  if (refundState === 'failed') return { name: names.refund_failed, tone: 'danger' };
  if (refundState === 'pending') return { name: names.refund_pending, tone: 'info' };
  if (flag !== null) return { name: PAYMENT_FLAG_NAMES[flag], tone: closedAt === null ? 'danger' : 'plain' };
  return disputeState === 'won' ? { name: names.dispute_won, tone: 'accent' } : null;
}

/** Badge for a refund or a dispute that needs an admin's attention (api-rules R7). */
export function AlertBadge({ payment }: { payment: AlertFields }) {
  const alert = alertOf(payment);
  return alert && <Badge tone={alert.tone}>{alert.name}</Badge>;
}

export const EventBadge = ({ status }: { status: WebhookStatus }) => (
  <Badge tone={EVENT_TONES[status]}>{WEBHOOK_STATUS_NAMES[status]}</Badge>
);

/** An id of the payment provider. In a table, it is truncated to the width of its column. */
export const ProviderId = ({ id }: { id: string }) => (
  <code className="g2-meta wrap-anywhere [td_&]:max-w-47.5 [td_&]:truncate" title={id}>
    {id}
  </code>
);

/** A link with a name as its text or, without a name, with a generic text that does not wrap. */
const NameOrTextLink = ({ to, name, text }: { to: string; name: string | null; text: string }) =>
  name === null ? (
    <span className="whitespace-nowrap">
      <RecordLink to={to}>{text}</RecordLink>
    </span>
  ) : (
    <NameLink to={to}>{name}</NameLink>
  );

/** Link to a registration's staff page, with its title if known. */
export const RegistrationLink = ({ id, title = null }: { id: string; title?: string | null }) => (
  <NameOrTextLink to={`/operator/registrations/${id}`} name={title} text={texts.payments.openRegistration} />
);

export const Payer = ({ payment: { userId, payerName } }: { payment: ListedPayment }) => (
  <NameOrTextLink to={accountPath(userId)} name={payerName} text={texts.payments.openAccount} />
);

export function Purpose({ payment }: { payment: ListedPayment }) {
  const { registrationId, registrationTitle, kind } = payment;
  if (registrationId === null) return <span className="g2-meta">{PAYMENT_KIND_NAMES[kind]}</span>;
  return <RegistrationLink id={registrationId} title={registrationTitle} />;
}
