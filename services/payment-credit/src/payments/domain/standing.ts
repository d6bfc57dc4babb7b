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

export function closureWithTime(payment: RegistrationPayment): Closure | undefined {
  const closure = closureOf(payment);
  return closure && payment.closedAt ? { ...closure, at: payment.closedAt } : undefined;
}

export function withClosure(
  before: RegistrationPayment,
  decided: Decided<RegistrationPayment>,
  now: Date,
): Decided<RegistrationPayment> {
  const [was, is] = [closureOf(before), closureOf(decided.next)];
  if (was?.reason === is?.reason) return decided;
  const next = { ...decided.next, closedAt: is ? (before.closedAt ?? now) : null };
  const isAnnounced = decided.facts.some(({ kind }) => kind === 'flag-changed');
  return {
    ...decided,
    next,
    facts: isAnnounced ? decided.facts : [...decided.facts, { kind: 'flag-changed' }],
  };
}
