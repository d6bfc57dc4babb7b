import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import { ALLOWED_TRANSITIONS, type RegistrationStatus, STATUS_NAMES } from '@g2/gateway/contract/statuses';
import { formatCents } from '../../../lib/format.ts';
import { texts } from './texts.ts';

export type TransitionSubject = Pick<StaffRegistration, 'userId' | 'status' | 'allowedTransitions'>;

/** Why a status cannot be set, or null if it can. `allowedTransitions` from the server decides; this adds the text. */
export function whyNot(
  registration: TransitionSubject,
  to: RegistrationStatus,
  userId: string | undefined,
): string | null {
  const { status: from, allowedTransitions } = registration;
  const t = texts.why;
  if (allowedTransitions.includes(to)) return null;
  if (registration.userId === userId) return t.own;
  if (from === to) return t.same;
  const next = ALLOWED_TRANSITIONS[from];
  if (next.length === 0) return t.final;
  // The transition exists, but the server does not allow it now: paid requires a stored file (api-rules R1).
  if (next.includes(to)) return t.noFile;
  return t.only(STATUS_NAMES[from], next.map((status) => STATUS_NAMES[status]).join(' ou '));
}

const t = texts.effects;

export type StatusAndPayment = Pick<StaffRegistration, 'status' | 'paymentAmount' | 'paymentPaidAt'>;

/** Setting paid by hand records a payment, except on a registration that was paid before (api-rules R1). */
const isManualPayment = ({ paymentPaidAt }: StatusAndPayment, to: RegistrationStatus | undefined): boolean =>
  to === 'paid' && paymentPaidAt === null;

/** What a status change without a reason would leave unexplained: a manual payment or a request for corrections. */
export type WantedReason = 'payment' | 'corrections';
export function wantedReason(
  record: StatusAndPayment,
  to: RegistrationStatus | undefined,
): WantedReason | null {
  if (to === 'submitted') return 'corrections';
  return isManualPayment(record, to) ? 'payment' : null;
}

export function consequenceOf(record: StatusAndPayment, to: RegistrationStatus): string {
  if (to === 'paid') {
    return isManualPayment(record, to) ? t.manual(formatCents(record.paymentAmount)) : t.resubmitted;
  }
  return to === 'reviewing' && record.status === 'government_processing' ? t.backInReview : t[to];
}

/** Effect of setting a status on several registrations: with the sum of manual payments, without repeated sentences. */
export function consequenceOfAll(
  records: readonly StatusAndPayment[],
  to: RegistrationStatus,
): string | null {
  const [first] = records;
  if (first === undefined) return null;
  if (records.length === 1) return consequenceOf(first, to);
  if (to === 'paid') return paidConsequence(records);
  const lines = new Set(records.map((record) => consequenceOf(record, to)));
  return t.each(lines.size === 1 ? consequenceOf(first, to) : t[to]);
}

function paidConsequence(records: readonly StatusAndPayment[]): string {
  const manual = records.filter((record) => isManualPayment(record, 'paid'));
  const again = records.length - manual.length;
  const lines = [
    ...(manual.length > 0 ? [t.manuals(manual.length, sumOf(manual))] : []),
    ...(again > 0 ? [t.resubmissions(again)] : []),
  ];
  return lines.join(' ');
}

/** "6 × R$ 3.499,00 = R$ 20.994,00", or only the total if the amounts differ. */
function sumOf(records: readonly StatusAndPayment[]): string {
  const total = formatCents(records.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0));
  const amounts = new Set(records.map(({ paymentAmount }) => paymentAmount));
  const [amount = 0] = amounts;
  return amounts.size === 1 && records.length > 1
    ? `${records.length} × ${formatCents(amount)} = ${total}`
    : total;
}
