import type { Closure } from '@g2/terms/closures';
import { canPay, type Registration, type RegistrationDecision } from './registration.ts';
import { changeTo } from './status-machine.ts';

export type CapturedPayment = {
  paymentId: string;
  userId: string;
  /** Cents. */
  amountCents: number;
};

export type PaymentDecision =
  | { taken: true; decision: RegistrationDecision }
  | { taken: false; reason: string };

/** A payment that is not taken is refunded (api-rules R2, R6 and R7). @param state null if deleted */
export function decidePayment(
  state: Registration | null,
  payment: CapturedPayment,
  now: Date,
): PaymentDecision {
  if (!state) return { taken: false, reason: 'O registro não existe mais.' };
  if (state.userId !== payment.userId)
    return { taken: false, reason: 'O pagamento não é do titular do registro.' };
  if (state.paymentPaidAt) return { taken: false, reason: 'O registro já estava pago.' };
  if (state.fileTaken) return { taken: false, reason: 'O arquivo já foi registrado por outra pessoa.' };
  if (!canPay(state)) return { taken: false, reason: 'O registro não está disponível para pagamento.' };
  if (state.paymentAmount !== payment.amountCents) {
    return { taken: false, reason: 'O valor pago não é o valor do registro.' };
  }
  const decision = changeTo(state, 'paid', { by: state.userId, reason: null, notes: null }, now);
  decision.next = { ...decision.next, paymentId: payment.paymentId };
  decision.facts.push({ kind: 'paid', paymentId: payment.paymentId, manual: false, by: state.userId });
  return { taken: true, decision };
}

/** A payment pays only the registration it was first submitted for. */
export const DECIDED_FOR_ANOTHER = 'O pagamento já foi decidido para outro registro.';

/** Whether an admin marked the registration as paid, without a payment. Corrections do not change this. */
export const isPaidManually = ({ paymentPaidAt, paymentId }: Registration): boolean =>
  paymentPaidAt !== null && paymentId === null;

/** Closes the case if the payment was returned. A null `closure` reopens it unless another paid one has its file. */
export function applyClosure(
  state: Registration,
  paymentId: string,
  closure: Closure | null,
): RegistrationDecision | null {
  if (state.paymentId !== paymentId) return null;
  const { closure: known, fileTaken } = state;
  if (closure === null && fileTaken) return null;
  if (known?.reason === closure?.reason && known?.amountCents === closure?.amountCents) return null;
  return { next: { ...state, closure }, facts: [{ kind: 'closure-changed' }] };
}
