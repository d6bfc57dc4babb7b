import type { Act } from '@g2/terms/acts';
import { isText } from '@g2/terms/characters';
import { civilDay, isCivilDay } from '@g2/terms/civil-days';
import { AppError, invalidField } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import type { ListedPaymentStatus, PaymentMethod } from '@g2/terms/payments';
import { formatCents } from '@g2/terms/pt-br';
import { isLonger } from '@g2/terms/text';
import { type Decided, decision } from '../../domain/decision.ts';
import { isStuck, type RegistrationPayment, refundObstacle } from './registration-payment.ts';

/** A return by bank transfer, recorded by an admin. */
export type Transfer = {
  paymentId: string;
  /** Cents. */
  amount: number;
  /** Civil day in America/Sao_Paulo, YYYY-MM-DD. */
  transferredOn: string;
  /** Pix end-to-end id or bank transfer number. */
  reference: string;
  note: string;
  recordedBy: string;
  recordedAt: Date;
};

type TransferInput = Pick<Transfer, 'amount' | 'transferredOn' | 'reference' | 'note'>;
type PaymentAmounts = { status: ListedPaymentStatus; amount: number; refundedAmount: number };

/** Cents of a `giving_back` boleto to return by hand (https://docs.stripe.com/payments/boleto#refunds); else 0. */
export const unreturnedBoletoCents = (it: PaymentAmounts, method: PaymentMethod): number =>
  it.status === 'giving_back' && method === 'boleto' ? it.amount - it.refundedAmount : 0;

/** Cents an admin may return by bank transfer now, because Stripe cannot refund them or its refund failed. */
export function transferable(payment: RegistrationPayment, now: Date): number {
  const { status, method, flag, amount, refundedAmount, refundState } = payment;
  if (flag === 'disputed') return 0;
  if (isStuck(payment)) return amount - refundedAmount;
  if (status !== 'settled' || method !== 'card') return 0;
  const needsTransfer = refundState === 'failed' || refundObstacle(payment, payment.capturedAt, now) !== null;
  return needsTransfer ? amount - refundedAmount : 0;
}

/**
 * Records, once, that an admin transferred the whole remaining amount back. If the payment was settled, its
 * registration closes.
 * @throws AppError conflict when nothing waits for a transfer; invalid-input, naming the field
 */
export function recordReturn(
  payment: RegistrationPayment,
  input: TransferInput,
  recordedBy: string,
  now: Date,
): Decided<RegistrationPayment> & { transfer: Transfer } {
  const cents = transferable(payment, now);
  if (cents === 0) throw new AppError('conflict', { message: conflictMessage(payment) });
  const valid = validated(payment, input, cents, now);
  const transfer = { ...valid, paymentId: payment.id, recordedBy, recordedAt: now };
  const { transferredOn, reference } = transfer;
  const returned = { ...payment, refundedAmount: payment.amount, refundState: 'done' } as const;
  // A settled payment needs no `given-back` event: its registration closes and notifies the owner.
  if (payment.status === 'settled')
    return { ...decision({ ...returned, flag: 'refunded' }, [{ kind: 'flag-changed' }]), transfer };
  const next = { ...returned, status: 'given_back' } as const;
  return { ...decision(next, [{ kind: 'given-back', transferredOn, reference }]), transfer };
}

const conflictMessage = (payment: RegistrationPayment): string =>
  payment.refundedAmount >= payment.amount
    ? 'A devolução deste pagamento já foi registrada.'
    : 'Este pagamento não espera devolução por transferência.';

function validated(
  payment: RegistrationPayment,
  input: TransferInput,
  cents: number,
  now: Date,
): TransferInput {
  const { amount, transferredOn } = input;
  const [reference, note] = [input.reference.trim(), input.note.trim()];
  if (amount !== cents) throw invalidField('amount', `O valor a devolver é ${formatCents(cents)}`);
  if (!isCivilDay(transferredOn)) throw invalidField('transferredOn', 'Data da transferência inválida');
  if (transferredOn > civilDay(now)) throw invalidField('transferredOn', 'A data não pode ser futura');
  if (payment.capturedAt && transferredOn < civilDay(payment.capturedAt))
    throw invalidField('transferredOn', 'A data é anterior ao pagamento');
  if (reference === '') throw invalidField('reference', 'Identificação da transferência é obrigatória');
  if (isLonger(reference, MAX_LENGTH.reference))
    throw invalidField('reference', `Identificação não pode exceder ${MAX_LENGTH.reference} caracteres`);
  if (isLonger(note, MAX_LENGTH.reason))
    throw invalidField('note', `Observação não pode exceder ${MAX_LENGTH.reason} caracteres`);
  if (!isText(reference)) throw invalidField('reference', 'Texto inválido');
  if (!isText(note)) throw invalidField('note', 'Texto inválido');
  return { amount, transferredOn, reference, note };
}

/** Reference and note are free text, so they stay out of the audit trail. */
export const transferAct = ({ paymentId, amount, transferredOn, recordedBy }: Transfer): Act => ({
  action: 'payment-given-back',
  actorId: recordedBy,
  subjectType: 'payment',
  subjectId: paymentId,
  detail: { amountCents: String(amount), transferredOn },
});
