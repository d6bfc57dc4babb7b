import type { Act } from '@g2/terms/acts';
import { isText } from '@g2/terms/characters';
import { invalidField } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import { oneOfGuard, REFUND_REASONS, type RefundOrderState, type RefundReason } from '@g2/terms/payments';
import { isLonger } from '@g2/terms/text';
import type { RefundStatus } from '../../domain/intent.ts';
import { type RegistrationPayment, refundObstacle } from '../../payments/domain/registration-payment.ts';
import type { CreditPurchase } from '../../purchases/domain/purchase.ts';

/** Cents. */
export type RefundOrder = {
  id: string;
  /** Id of a registration's payment or of a purchase. */
  paymentId: string;
  paymentIntentId: string;
  amount: number;
  orderedBy: string;
  reason: RefundReason;
  note: string;
  orderedAt: Date;
  state: RefundOrderState;
  stripeRefundId: string | null;
};

/** The whole remaining amount in cents, or why nothing can be refunded (pt-BR). */
export type Refundable = { intentId: string; cents: number } | { why: string };

/** Only a settled card or Pix payment can be ordered refunded; earlier, registration decides about the money. */
export function refundablePayment(payment: RegistrationPayment, now: Date): Refundable {
  const { method, status, amount, refundedAmount, flag, stripePaymentIntentId: intentId } = payment;
  if (method !== 'card' || intentId === null)
    return { why: 'Só um pagamento com cartão ou Pix pode ser devolvido.' };
  if (status !== 'settled') return { why: 'Este pagamento não está liquidado: não há o que devolver.' };
  if (flag === 'disputed') return { why: 'Este pagamento está em contestação: quem decide é o banco.' };
  return (
    refusedByProvider(payment, payment.capturedAt, now) ?? refundableRest(intentId, amount - refundedAmount)
  );
}

export function refundablePurchase(purchase: CreditPurchase, now: Date): Refundable {
  const { status, priceInCents, refundedAmount, disputedAmount, paymentIntentId: intentId } = purchase;
  if (status !== 'completed' || intentId === null)
    return { why: 'Esta compra não foi concluída: não há o que devolver.' };
  if (disputedAmount > 0) return { why: 'Esta compra foi contestada: o banco já levou o valor.' };
  return (
    refusedByProvider(purchase, purchase.completedAt, now) ??
    refundableRest(intentId, priceInCents - refundedAmount)
  );
}

const refusedByProvider = (...paid: Parameters<typeof refundObstacle>): Refundable | null => {
  const why = refundObstacle(...paid);
  return why === null ? null : { why };
};

const refundableRest = (intentId: string, cents: number): Refundable =>
  cents > 0 ? { intentId, cents } : { why: 'Este pagamento já foi devolvido.' };

/** True while a further order returns the same one. @param refund status of the order's refund, if known */
export const isActive = ({ state }: Pick<RefundOrder, 'state'>, refund: RefundStatus | undefined): boolean =>
  state === 'asked' || (state === 'sent' && refund !== 'failed');

/** @throws AppError invalid-input, naming the field */
export function parseRefundOrder(input: {
  reason: string;
  note: string;
}): Pick<RefundOrder, 'reason' | 'note'> {
  const { reason } = input;
  const note = input.note.trim();
  if (!oneOfGuard(REFUND_REASONS)(reason)) throw invalidField('reason', 'Motivo é obrigatório');
  if (reason === 'other' && note === '') throw invalidField('note', 'Diga qual é o motivo');
  if (isLonger(note, MAX_LENGTH.reason))
    throw invalidField('note', `Motivo não pode exceder ${MAX_LENGTH.reason} caracteres`);
  if (!isText(note)) throw invalidField('note', 'Texto inválido');
  return { reason, note };
}

/** Stripe idempotency key: a retry never makes a second refund. */
export const orderKey = ({ id }: Pick<RefundOrder, 'id'>): string => `refund-order:${id}`;

/** The note is free text, so it stays out of the audit trail. */
export const refundOrderAct = ({ id, paymentId, amount, reason, orderedBy }: RefundOrder): Act => ({
  action: 'payment-refunded',
  actorId: orderedBy,
  subjectType: 'payment',
  subjectId: paymentId,
  detail: { reason, amountCents: String(amount), orderId: id },
});
