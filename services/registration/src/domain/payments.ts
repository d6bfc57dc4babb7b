import type { Closure } from '@g2/terms/closures';
import { canPay, type Decided, type Registration } from './registration.ts';
import { move } from './status-machine.ts';

export type CapturedPayment = {
  paymentId: string;
  userId: string;
  /** Cents. */
  amountCents: number;
};

export type PaymentVerdict = { taken: true; decision: Decided } | { taken: false; reason: string };

/**
 * What becomes of money that moved for a registration: it is paid, or the money must be given back (contract rules
 * 2, 6 and 7).
 * @param state null when it was deleted meanwhile
 */
export function capture(state: Registration | null, payment: CapturedPayment, now: Date): PaymentVerdict {
  if (!state) return { taken: false, reason: 'O registro não existe mais.' };
  if (state.userId !== payment.userId)
    return { taken: false, reason: 'O pagamento não é do titular do registro.' };
  if (state.paymentPaidAt) return { taken: false, reason: 'O registro já estava pago.' };
  if (state.fileTaken) return { taken: false, reason: 'O arquivo já foi registrado por outra pessoa.' };
  if (!canPay(state)) return { taken: false, reason: 'O registro não está disponível para pagamento.' };
  if (state.paymentAmount !== payment.amountCents) {
    return { taken: false, reason: 'O valor pago não é o valor do registro.' };
  }
  const decision = move(state, 'paid', { by: state.userId, reason: null, notes: null }, now);
  decision.next = { ...decision.next, paymentId: payment.paymentId };
  decision.facts.push({ kind: 'paid', paymentId: payment.paymentId, manual: false, by: state.userId });
  return { taken: true, decision };
}

/** A payment pays one registration, the one it was first told of. */
export const decidedElsewhere = 'O pagamento já foi decidido para outro registro.';

/** Set paid by an admin's hand: the one way without a payment. Sent again after corrections it stays what it was. */
export const isPaidByHand = ({ paymentPaidAt, paymentId }: Registration): boolean =>
  paymentPaidAt !== null && paymentId === null;

/**
 * Closes the case whose payment went back, or opens it again where it came back after all: a refund that failed, a dispute
 * that was won. It stays closed where another registration has its bytes by then.
 * @returns null where nothing changes, or another payment paid the registration
 */
export function followClosure(
  state: Registration,
  paymentId: string,
  closure: Closure | null,
): Decided | null {
  if (state.paymentId !== paymentId) return null;
  const { closure: known, fileTaken } = state;
  if (closure === null && fileTaken) return null;
  if (known?.reason === closure?.reason && known?.amountCents === closure?.amountCents) return null;
  return { next: { ...state, closure }, facts: [{ kind: 'closure-changed' }] };
}
