import type { Closure } from '@g2/terms/closures';
import type { Decided } from '../../domain/decision.ts';
import type { RegistrationPayment } from './registration-payment.ts';

/** Why a payment closes its registration, or null: a full return or a lost dispute, also of its credits' purchase. */
export function closureOf(payment: RegistrationPayment): Omit<Closure, 'at'> | null {
  const { status, method, amount, refundedAmount, flag, disputeState } = payment;
  if (status !== 'settled') return null;
  const isByCredits = method === 'credits';
  if (disputeState === 'lost' || (isByCredits && flag === 'disputed'))
    return { reason: 'dispute_lost', amountCents: amount };
  if (refundedAmount >= amount || (isByCredits && flag === 'refunded'))
    return { reason: 'refunded', amountCents: amount };
  return null;
}

function closureWithTime(payment: RegistrationPayment): Closure | undefined {
  const closure = closureOf(payment);
  return closure && payment.closedAt ? { ...closure, at: payment.closedAt } : undefined;
}

/** True while a refund has failed and an admin must return the money. In a dispute, the bank decides instead. */
const isRefundFailed = ({ status, flag, refundState }: RegistrationPayment): boolean =>
  status === 'settled' && flag !== 'disputed' && refundState === 'failed';

/** What is reported to the registration service about a payment. */
export const reportedStanding = (payment: RegistrationPayment) => ({
  flag: payment.flag ?? undefined,
  closure: closureWithTime(payment),
  refundFailed: isRefundFailed(payment),
});

/** Adds the time of a closure, and the fact that closure or failed refund changed. */
export function withStanding(
  before: RegistrationPayment,
  decided: Decided<RegistrationPayment>,
  now: Date,
): Decided<RegistrationPayment> {
  const [was, is] = [closureOf(before), closureOf(decided.next)];
  if (was?.reason === is?.reason && isRefundFailed(before) === isRefundFailed(decided.next)) return decided;
  const next = { ...decided.next, closedAt: is ? (before.closedAt ?? now) : null };
  const isAnnounced = decided.facts.some(({ kind }) => kind === 'flag-changed');
  return {
    ...decided,
    next,
    facts: isAnnounced ? decided.facts : [...decided.facts, { kind: 'flag-changed' }],
  };
}
