import type { StaffRegistration } from '@g2/gateway/contract/registrations';
import {
  ALLOWED_TRANSITIONS,
  type RegistrationStatus,
  STATUS_NAMES,
} from '@g2/gateway/contract/status-terms';
import { formatCents } from '../../../lib/format.ts';
import { texts } from './texts.ts';

export type TransitionSubject = Pick<StaffRegistration, 'userId' | 'status' | 'allowedTransitions'>;

/** Text that says why a status cannot be set; null if `allowedTransitions`, which the server sends, contains it. */
export function transitionRefusal(
  registration: TransitionSubject,
  to: RegistrationStatus,
  userId: string | undefined,
): string | null {
  const { status: from, allowedTransitions } = registration;
  const t = texts.refusals;
  if (allowedTransitions.includes(to)) return null;
  if (registration.userId === userId) return t.ownRegistration;
  if (from === to) return t.currentStatus;
  const nextStatuses = ALLOWED_TRANSITIONS[from];
  if (nextStatuses.length === 0) return t.finalStatus;
  // The table allows this transition, but the server does not: `paid` requires a stored file (api-rules R1).
  if (nextStatuses.includes(to)) return t.missingFile;
  const nextNames = nextStatuses.map((status) => STATUS_NAMES[status]);
  return t.onlyTransitions(STATUS_NAMES[from], nextNames.join(' ou '));
}

const t = texts.consequences;

export type StatusAndPayment = Pick<StaffRegistration, 'status' | 'paymentAmount' | 'paymentPaidAt'>;

/** Setting `paid` records a manual payment, unless the registration was already paid (api-rules R1). */
const isManualPayment = ({ paymentPaidAt }: StatusAndPayment, to: RegistrationStatus | undefined): boolean =>
  to === 'paid' && paymentPaidAt === null;

/** What the reason of a status change explains: a manual payment or a request for corrections. */
export type WantedReason = 'payment' | 'corrections';

/** Which reason staff should give for a status change; null if none is needed. */
export function wantedReason(
  registration: StatusAndPayment,
  to: RegistrationStatus | undefined,
): WantedReason | null {
  if (to === 'submitted') return 'corrections';
  return isManualPayment(registration, to) ? 'payment' : null;
}

/** One sentence on the effect of setting a status. */
export function consequenceOf(registration: StatusAndPayment, to: RegistrationStatus): string {
  if (to === 'paid') {
    return isManualPayment(registration, to)
      ? t.manualPayment(formatCents(registration.paymentAmount))
      : t.resubmission;
  }
  return to === 'reviewing' && registration.status === 'government_processing' ? t.returnToReview : t[to];
}

/** The effect of setting a status on several registrations, with the sum of the manual payments. */
export function consequenceOfAll(
  registrations: readonly StatusAndPayment[],
  to: RegistrationStatus,
): string | null {
  const [first] = registrations;
  if (first === undefined) return null;
  if (registrations.length === 1) return consequenceOf(first, to);
  if (to === 'paid') return paidConsequence(registrations);
  const consequences = new Set(registrations.map((registration) => consequenceOf(registration, to)));
  return t.inEach(consequences.size === 1 ? consequenceOf(first, to) : t[to]);
}

function paidConsequence(registrations: readonly StatusAndPayment[]): string {
  const unpaid = registrations.filter((registration) => isManualPayment(registration, 'paid'));
  const resubmissionCount = registrations.length - unpaid.length;
  const sentences = [
    ...(unpaid.length > 0 ? [t.manualPayments(unpaid.length, paymentSum(unpaid))] : []),
    ...(resubmissionCount > 0 ? [t.resubmissions(resubmissionCount)] : []),
  ];
  return sentences.join(' ');
}

/** "6 × R$ 3.499,00 = R$ 20.994,00"; only the total if the amounts differ. */
function paymentSum(registrations: readonly StatusAndPayment[]): string {
  const total = formatCents(registrations.reduce((sum, { paymentAmount }) => sum + paymentAmount, 0));
  const amounts = new Set(registrations.map(({ paymentAmount }) => paymentAmount));
  const [amount = 0] = amounts;
  return amounts.size === 1 && registrations.length > 1
    ? `${registrations.length} × ${formatCents(amount)} = ${total}`
    : total;
}
