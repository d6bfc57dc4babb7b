import type { PaymentFlag } from '@g2/terms/payments';
import { alert, type Decided, decided, type Fact } from '../../domain/decision.ts';
import { isByBoleto, type RegistrationPayment } from '../../payments/domain/registration-payment.ts';
import type { CreditPurchase } from '../../purchases/domain/purchase.ts';
import { type Dispute, isAgainst, isLost } from './disputes.ts';
import type { RefundNews } from './refunds.ts';

type Result = Decided<RegistrationPayment>;

/** So many refunds are tried by themselves; then an admin must look. */
const MAX_REFUNDS = 3;

/** No refund brings it back: an admin must. */
export const isStuck = (payment: RegistrationPayment): boolean =>
  payment.status === 'giving_back' && (payment.refundAttempt >= MAX_REFUNDS || isByBoleto(payment));

/** Money that is not ours to keep, or is returned already. */
const isGoingBack = ({ status }: RegistrationPayment): boolean =>
  status === 'giving_back' || status === 'given_back';

/**
 * A refund made at Stripe flags the registration and blocks its certificate (contract rule 7), until it fails; our own
 * giving back is over when it has arrived.
 */
export function refundPayment(payment: RegistrationPayment, news: RefundNews): Result {
  if (isGoingBack(payment)) return followGiveBack(payment, news);
  const total = Math.min(news.live, payment.amount);
  if (total === payment.refundedAmount) return decided(payment);
  const flag: PaymentFlag | null = payment.flag === 'disputed' ? 'disputed' : total > 0 ? 'refunded' : null;
  const text = `Pagamento ${payment.id} do registro ${payment.registrationId}: reembolso de ${total} centavos.`;
  const told =
    total > payment.refundedAmount
      ? alert('refund', text)
      : alert('refund-failed', `${text} Um reembolso anterior falhou no Stripe.`);
  return decided({ ...payment, refundedAmount: total, flag }, [...flagFact(payment, flag), told]);
}

const flagFact = (payment: RegistrationPayment, flag: PaymentFlag | null): Fact[] =>
  flag === payment.flag ? [] : [{ kind: 'flag-changed' }];

/** What was given back by the bank itself, or before its refunds were known here, stays so until one fails. */
function followGiveBack(payment: RegistrationPayment, news: RefundNews): Result {
  if (news.done >= payment.amount)
    return payment.status === 'given_back' ? decided(payment) : gaveBack(payment);
  if (news.newlyFailed > 0) return refundFailed(payment, news);
  if (payment.status === 'given_back') return decided(payment);
  return decided({ ...payment, refundedAmount: news.done });
}

/** The customer has not got it after all: another refund, under another key, or an admin's hand. */
function refundFailed(payment: RegistrationPayment, news: RefundNews): Result {
  const refundAttempt = payment.refundAttempt + 1;
  const next: RegistrationPayment = {
    ...payment,
    status: 'giving_back',
    refundedAmount: Math.min(news.done, payment.amount),
    refundAttempt,
  };
  const text =
    `Devolução do pagamento ${payment.id} falhou no Stripe (${refundAttempt}ª vez): ` +
    (isStuck(next) ? 'devolva o valor manualmente pelo Stripe.' : 'será tentada novamente.');
  return decided(next, [alert('refund-failed', text)]);
}

/** Stripe took the refund, or the bank took the money. */
export function gaveBack(payment: RegistrationPayment): Result {
  if (payment.status !== 'giving_back') return decided(payment);
  const { amount } = payment;
  return decided({ ...payment, status: 'given_back', refundedAmount: amount });
}

/** The idempotency key of the next refund: the first one's, or one more for each that failed. */
export const refundKey = ({ id, refundAttempt }: RegistrationPayment): string =>
  refundAttempt === 0 ? `giveback:${id}` : `giveback:${id}:${refundAttempt}`;

/**
 * An open or lost dispute flags the registration; a won one clears the flag. An inquiry only alerts.
 * @param disputes all of the payment's
 * @param news those whose word is new
 */
export function disputePayment(
  payment: RegistrationPayment,
  disputes: readonly Dispute[],
  news: readonly Dispute[],
): Result {
  const told = news.map((one) =>
    alert(
      'dispute',
      `Pagamento ${payment.id} do registro ${payment.registrationId}: disputa ${one.id} (${one.status}).`,
    ),
  );
  if (isGoingBack(payment)) return decided(payment, told);
  const otherwise: PaymentFlag | null = payment.refundedAmount > 0 ? 'refunded' : null;
  const flag: PaymentFlag | null = disputes.some(isAgainst) ? 'disputed' : otherwise;
  return decided({ ...payment, flag }, [...flagFact(payment, flag), ...told]);
}

/** Cents of a purchase that disputes took. */
export const lostCents = (disputes: readonly Dispute[]): number =>
  disputes.filter(isLost).reduce((cents, one) => cents + one.amount, 0);

/** What a reversal of a purchase takes from the account, and what it leaves owed. Hundredths of a credit. */
export type Reversal = Decided<CreditPurchase> & { owed: number };

/**
 * A refund or a lost dispute of a purchase debits what is left and records the rest as owed (contract rule 7). One that
 * failed, or was won after all, returns what was taken; what of it is owed by then the ledger keeps back.
 * @param told cents refunded, and cents lost in disputes, as they are now
 * @param balance of the account, hundredths of a credit, read under its lock
 */
export function reversePurchase(
  purchase: CreditPurchase,
  told: { refunded: number; disputed: number },
  balance: number,
): Reversal {
  const { priceInCents: price, creditsAmount } = purchase;
  const refundedAmount = Math.min(price, told.refunded);
  const disputedAmount = Math.min(price, told.disputed);
  const cents = Math.min(price, refundedAmount + disputedAmount);
  const reversedCredits = Math.ceil((cents * creditsAmount) / price);
  const due = reversedCredits - purchase.reversedCredits;
  const amounts = { ...purchase, refundedAmount, disputedAmount };
  if (due === 0) return { ...decided(amounts), owed: 0 };
  const debit = due > 0 ? Math.min(due, balance) : due;
  const owed = due - debit;
  const shortCredits = Math.max(0, purchase.shortCredits + (due > 0 ? owed : due));
  const next = { ...amounts, reversedCredits, shortCredits, reversals: purchase.reversals + 1 };
  const text =
    due > 0
      ? `Compra ${purchase.id}: ${due} créditos (centésimos) estornados, ${owed} em aberto.`
      : `Compra ${purchase.id}: estorno de ${-due} créditos (centésimos) desfeito.`;
  const entry = {
    userId: purchase.userId,
    delta: -debit,
    reason: due > 0 ? 'Estorno de compra de créditos' : 'Estorno de compra de créditos desfeito',
    referenceType: 'purchase' as const,
    referenceId: purchase.id,
    operationKey: `reversal:${purchase.id}:${next.reversals}-${reversedCredits}`,
  };
  return { ...decided(next, [alert('purchase-reversed', text)], debit === 0 ? [] : [entry]), owed };
}

/** A registration's payment with credits. */
export type Spent = { id: string; amount: number };

/**
 * Which registrations were paid with credits that a lost purchase had brought (contract rule 7): the newest, until they
 * make up for what could not be taken back. What the purchase flagged before stays flagged as long as it is needed.
 * @param flagged by this purchase before, newest first
 * @param others paid with credits since the purchase, newest first
 * @param short hundredths of a credit that could not be taken back
 */
export function spentOf(flagged: readonly Spent[], others: readonly Spent[], short: number): Spent[] {
  const found: Spent[] = [];
  let left = short;
  for (const payment of [...flagged, ...others]) {
    if (left <= 0) break;
    found.push(payment);
    left -= payment.amount;
  }
  return found;
}
