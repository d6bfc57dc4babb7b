import { AppError } from '@g2/terms/errors';
import {
  type DisputeState,
  LISTED_PAYMENT_STATUS_NAMES,
  type PaymentFlag,
  type PaymentMethod,
  type PaymentStatus,
  type ProviderMethod,
  type RefundState,
} from '@g2/terms/payments';
import { alertFact } from '../../domain/alerts.ts';
import { boletoIssued, type Decided, decision, type Fact, type SystemEntry } from '../../domain/decision.ts';
import {
  declineColumns,
  type ExpectedIntent,
  type IntentFacts,
  isByVoucher,
  isFinal,
} from '../../domain/intent.ts';

/** One attempt to pay a registration. Amounts in cents. */
export type RegistrationPayment = {
  id: string;
  registrationId: string;
  userId: string;
  method: PaymentMethod;
  status: PaymentStatus;
  amount: number;
  title: string;
  stripePaymentIntentId: string | null;
  stripeStatus: string | null;
  refundedAmount: number;
  flag: PaymentFlag | null;
  reason: string | null;
  createdAt: Date;
  capturedAt: Date | null;
  settledAt: Date | null;
  version: number;
  /** Number of failed refunds of a refused payment; part of the next refund's idempotency key. */
  refundAttempt: number;
  /** Decline code of the last card tried; null when it was not declined. */
  declineCode: string | null;
  declineMessage: string | null;
  /** Null for a card payment made before this column existed. */
  providerMethod: ProviderMethod | null;
  voucherExpiresAt: Date | null;
  /** Null without refunds. */
  refundState: RefundState | null;
  disputeState: DisputeState | null;
  disputeDueBy: Date | null;
  /** When a full return or a lost dispute of this payment closed its registration; null while it is open. */
  closedAt: Date | null;
};

type Result = Decided<RegistrationPayment>;

export const shownMethod = ({
  method,
  providerMethod,
}: Pick<RegistrationPayment, 'method' | 'providerMethod'>): PaymentMethod =>
  method === 'card' ? (providerMethod ?? 'card') : method;

export type NewPayment = Pick<RegistrationPayment, 'id' | 'registrationId' | 'userId' | 'amount' | 'title'>;

const blank = (it: NewPayment, now: Date) => ({
  ...it,
  stripePaymentIntentId: null,
  stripeStatus: null,
  refundedAmount: 0,
  flag: null,
  reason: null,
  createdAt: now,
  capturedAt: null,
  settledAt: null,
  version: 1,
  refundAttempt: 0,
  providerMethod: null,
  voucherExpiresAt: null,
  refundState: null,
  disputeState: null,
  disputeDueBy: null,
  closedAt: null,
  ...declineColumns(null),
});

/** A new attempt. It is stored before Stripe is called, so every intent at Stripe has a row here. */
export const openProviderPayment = (
  it: NewPayment,
  now: Date,
  providerMethod: ProviderMethod = 'card',
): RegistrationPayment => ({
  ...blank(it, now),
  method: 'card',
  providerMethod,
  status: 'open',
});

/** A payment with credits is captured at once, since the ledger is in our own database. */
export const captureCredits = (it: NewPayment, now: Date): Result =>
  decision<RegistrationPayment>(
    { ...blank(it, now), method: 'credits', status: 'captured', capturedAt: now },
    [],
    [ledgerEntry(it, -it.amount, 'Pagamento de registro com créditos', 'pay')],
  );

/** The payment of a registration that an admin marked as paid (api-rules R1). */
export const recordManual = (it: NewPayment, now: Date): Result =>
  decision<RegistrationPayment>(
    { ...blank(it, now), method: 'manual', status: 'settled', capturedAt: now, settledAt: now },
    [{ kind: 'settled' }],
  );

/** Ledger key of an attempt's debit (`pay`) or return (`giveback`). */
export const operationKey = (kind: 'pay' | 'giveback', paymentId: string): string => `${kind}:${paymentId}`;

const ledgerEntry = (
  payment: NewPayment,
  delta: number,
  reason: string,
  kind: 'pay' | 'giveback',
): SystemEntry => ({
  userId: payment.userId,
  delta,
  reason,
  referenceType: 'registration',
  referenceId: payment.registrationId,
  operationKey: operationKey(kind, payment.id),
});

/** Metadata of the payment's intent, checked on every read. */
export const paymentMetadata = (payment: NewPayment) => ({
  kind: 'registration',
  paymentId: payment.id,
  registrationId: payment.registrationId,
  userId: payment.userId,
});

export const expectedIntent = (payment: RegistrationPayment, livemode: boolean): ExpectedIntent => ({
  intentId: payment.stripePaymentIntentId,
  amount: payment.amount,
  livemode,
  metadata: paymentMetadata(payment),
});

/** Applies an intent; idempotent, order-independent (api-rules R7). Money after the attempt's end is given back. */
export function applyIntent(payment: RegistrationPayment, intent: IntentFacts, now: Date): Result {
  const next = {
    ...payment,
    stripePaymentIntentId: intent.id,
    stripeStatus: intent.status,
    voucherExpiresAt: intent.voucher?.expiresAt ?? payment.voucherExpiresAt,
    // An expired Pix or boleto code is also a payment error at Stripe, but no declined card.
    ...declineColumns(isByVoucher(payment) ? null : intent.decline),
  };
  // An older read of Stripe does not overwrite a final status.
  if (isFinal(payment.stripeStatus) && !isFinal(intent.status)) return decision(payment);
  if (intent.status === 'succeeded') {
    if (payment.status === 'open') return decision({ ...next, status: 'captured', capturedAt: now });
    if (payment.status === 'cancelled' || payment.status === 'failed') {
      const back = { ...next, status: 'giving_back', capturedAt: now } as const;
      return decision(back, [{ kind: 'to-return' }, latePaymentAlert(back)]);
    }
    return decision(next);
  }
  if (intent.status === 'canceled' && payment.status === 'open') {
    return decision({ ...next, status: 'cancelled' });
  }
  if (payment.status === 'open' && isVoucherExpired(payment, intent)) {
    return decision({ ...next, status: 'cancelled', reason: 'Código vencido sem pagamento' });
  }
  if (payment.status !== 'open') return decision(next);
  return decision(next, boletoIssued(payment.voucherExpiresAt, intent.voucher));
}

export const isByBoleto = ({ providerMethod }: Pick<RegistrationPayment, 'providerMethod'>): boolean =>
  providerMethod === 'boleto';

/** Automatic refund attempts before an admin must act. */
export const MAX_REFUND_ATTEMPTS = 3;

/** True when the provider cannot return the money, so that an admin must. */
export const isStuck = (payment: RegistrationPayment): boolean =>
  payment.status === 'giving_back' && (payment.refundAttempt >= MAX_REFUND_ATTEMPTS || isByBoleto(payment));

/** Stripe refunds a Pix only within this time, ms: https://docs.stripe.com/payments/pix#refunds */
const PIX_REFUND_MS = 90 * 24 * 3_600_000;

/** Why Stripe cannot refund the payment (https://docs.stripe.com/payments/boleto#refunds); null if it can. */
export function refundObstacle(
  { providerMethod }: Pick<RegistrationPayment, 'providerMethod'>,
  paidAt: Date | null,
  now: Date,
): string | null {
  if (providerMethod === 'boleto')
    return 'O Stripe não devolve boletos: devolva o valor por transferência e registre-a aqui.';
  if (providerMethod === 'pix' && paidAt && now.getTime() - paidAt.getTime() > PIX_REFUND_MS)
    return 'Um Pix só pode ser devolvido em até 90 dias: devolva o valor por transferência e registre-a aqui.';
  return null;
}

/** True for an expired code, which Stripe reports as a payment error. An intent read early may lack a code. */
const isVoucherExpired = (payment: RegistrationPayment, { status, decline }: IntentFacts): boolean =>
  isByVoucher(payment) && status === 'requires_payment_method' && decline !== null;

const latePaymentAlert = (payment: RegistrationPayment): Fact =>
  alertFact(payment, {
    kind: 'late-payment',
    text: isByBoleto(payment)
      ? 'Um boleto foi pago depois de o registro já não esperar por ele.'
      : 'Um pagamento foi confirmado depois de encerrado.',
    nextAction: isByBoleto(payment) ? BY_TRANSFER : 'Nada a fazer: o valor será devolvido pelo Stripe.',
  });

const BY_TRANSFER =
  'O Stripe não devolve boletos: devolva o valor ao pagador por transferência e registre-a no pagamento.';

export function settlePaymentState(payment: RegistrationPayment, title: string, now: Date): Result {
  if (payment.status === 'settled') return decision(payment);
  if (payment.status !== 'captured') return alertContradiction(payment, 'aceito');
  return decision({ ...payment, status: 'settled', title, settledAt: now }, [{ kind: 'settled' }]);
}

/** Applies the registration's refusal. Credits are returned at once, money by a later refund. */
export function markRefused(payment: RegistrationPayment, reason: string): Result {
  if (payment.status === 'giving_back' || payment.status === 'given_back') return decision(payment);
  if (payment.status !== 'captured') return alertContradiction(payment, 'recusado');
  if (payment.method === 'card') {
    const newFacts: Fact[] = [
      { kind: 'to-return' },
      ...(isByBoleto(payment) ? [refusedBoletoAlert(payment)] : []),
    ];
    return decision({ ...payment, status: 'giving_back', reason }, newFacts);
  }
  const next = { ...payment, status: 'given_back', reason, refundedAmount: payment.amount } as const;
  return decision(
    next,
    [],
    [ledgerEntry(payment, payment.amount, 'Devolução de pagamento de registro', 'giveback')],
  );
}

const refusedBoletoAlert = (payment: RegistrationPayment): Fact =>
  alertFact(payment, {
    kind: 'refund-failed',
    text: 'O registro não aceitou um pagamento por boleto.',
    nextAction: BY_TRANSFER,
  });

/** Ends an open attempt. With captured money it stays unchanged: registration decides in TakePayment. */
export function supersedeAttempt(payment: RegistrationPayment, reason: string): Result {
  if (payment.status !== 'open') return decision(payment);
  return decision({ ...payment, status: 'cancelled', reason });
}

/** Alerts admins that an event contradicts the stored payment. Moves no money. */
export function alertContradiction(payment: RegistrationPayment, outcome: string): Result {
  const newFacts = alertFact(payment, {
    kind: 'payment-contradiction',
    text: `Um pagamento com a situação "${LISTED_PAYMENT_STATUS_NAMES[payment.status]}" foi ${outcome} pelo registro.`,
    nextAction: 'Confira o pagamento e o registro.',
  });
  return decision(payment, [newFacts]);
}

export const notPayable = (): AppError => new AppError('not-payable');

export const noSuchPayment = (): AppError =>
  new AppError('not-found', { message: 'Pagamento não encontrado' });
