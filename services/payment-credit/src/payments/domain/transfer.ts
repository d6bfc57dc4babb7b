import type { Act } from '@g2/terms/acts';
import { isText } from '@g2/terms/characters';
import { civilDay, isCivilDay } from '@g2/terms/civil-days';
import { AppError } from '@g2/terms/errors';
import { MAX_LENGTH } from '@g2/terms/limits';
import type { ListedPaymentStatus, PaymentMethod } from '@g2/terms/payments';
import { formatCents } from '@g2/terms/pt-br';
import { isLonger } from '@g2/terms/text';
import { type Decided, decided } from '../../domain/decision.ts';
import { type RegistrationPayment, shownMethod, whyNotReturned } from './registration-payment.ts';

/** What an admin gave back by transfer. */
export type Transfer = {
  paymentId: string;
  /** Cents. */
  amount: number;
  /** The civil day of it in America/Sao_Paulo, YYYY-MM-DD. */
  transferredOn: string;
  /** The bank's: the end-to-end id of a Pix, or the number of a transfer. */
  reference: string;
  note: string;
  recordedBy: string;
  recordedAt: Date;
};

type Asked = Pick<Transfer, 'amount' | 'transferredOn' | 'reference' | 'note'>;
type Owing = { status: ListedPaymentStatus; amount: number; refundedAmount: number };

/**
 * Cents that only an admin can give back: of a boleto whose money came when it was no longer wanted, which Stripe does not
 * refund (https://docs.stripe.com/payments/boleto#refunds).
 */
export const toTransfer = (it: Owing, method: PaymentMethod): number =>
  it.status === 'giving_back' && method === 'boleto' ? it.amount - it.refundedAmount : 0;

/**
 * Cents that a transfer may give back now: what waits for one, and what is left of a settled payment that the provider does
 * not return (a boleto, an old Pix) or failed to.
 */
export function transferable(payment: RegistrationPayment, now: Date): number {
  const owed = toTransfer(payment, shownMethod(payment));
  if (owed > 0) return owed;
  const { status, method, flag, amount, refundedAmount, refundState } = payment;
  if (status !== 'settled' || method !== 'card' || flag === 'disputed') return 0;
  const isOurs = refundState === 'failed' || whyNotReturned(payment, payment.capturedAt, now) !== null;
  return isOurs ? amount - refundedAmount : 0;
}

/**
 * Records that the payer has the money back by transfer: the whole of what is left, once. Of a settled payment the
 * registration is closed.
 * @throws AppError conflict where nothing waits to be transferred; invalid-input, naming the field
 */
export function giveBackByTransfer(
  payment: RegistrationPayment,
  asked: Asked,
  recordedBy: string,
  now: Date,
): Decided<RegistrationPayment> & { transfer: Transfer } {
  const cents = transferable(payment, now);
  if (cents === 0) throw new AppError('conflict', { message: whyNot(payment) });
  const told = checked(payment, asked, cents, now);
  const transfer = { ...told, paymentId: payment.id, recordedBy, recordedAt: now };
  const { transferredOn, reference } = transfer;
  const returned = { ...payment, refundedAmount: payment.amount, refundState: 'done' } as const;
  // Of a settled one the registration tells its owner, which is closed by it.
  if (payment.status === 'settled')
    return { ...decided({ ...returned, flag: 'refunded' }, [{ kind: 'flag-changed' }]), transfer };
  const next = { ...returned, status: 'given_back' } as const;
  return { ...decided(next, [{ kind: 'given-back', transferredOn, reference }]), transfer };
}

const whyNot = (payment: RegistrationPayment): string =>
  payment.refundedAmount >= payment.amount
    ? 'A devolução deste pagamento já foi registrada.'
    : 'Este pagamento não espera devolução por transferência.';

function checked(payment: RegistrationPayment, asked: Asked, cents: number, now: Date): Asked {
  const { amount, transferredOn } = asked;
  const [reference, note] = [asked.reference.trim(), asked.note.trim()];
  if (amount !== cents) throw refused('amount', `O valor a devolver é ${formatCents(cents)}`);
  if (!isCivilDay(transferredOn)) throw refused('transferredOn', 'Data da transferência inválida');
  if (transferredOn > civilDay(now)) throw refused('transferredOn', 'A data não pode ser futura');
  if (payment.capturedAt && transferredOn < civilDay(payment.capturedAt))
    throw refused('transferredOn', 'A data é anterior ao pagamento');
  if (reference === '') throw refused('reference', 'Identificação da transferência é obrigatória');
  if (isLonger(reference, MAX_LENGTH.reference))
    throw refused('reference', `Identificação não pode exceder ${MAX_LENGTH.reference} caracteres`);
  if (isLonger(note, MAX_LENGTH.reason))
    throw refused('note', `Observação não pode exceder ${MAX_LENGTH.reason} caracteres`);
  if (!isText(reference)) throw refused('reference', 'Texto inválido');
  if (!isText(note)) throw refused('note', 'Texto inválido');
  return { amount, transferredOn, reference, note };
}

const refused = (field: string, message: string): AppError =>
  new AppError('invalid-input', { message, fields: { [field]: message } });

/** What the trail tells of it; reference and note are free texts, and stay with it. */
export const transferred = ({ paymentId, amount, transferredOn, recordedBy }: Transfer): Act => ({
  action: 'payment-given-back',
  actorId: recordedBy,
  subjectType: 'payment',
  subjectId: paymentId,
  detail: { amountCents: String(amount), transferredOn },
});
