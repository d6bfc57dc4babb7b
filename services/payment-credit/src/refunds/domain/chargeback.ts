import type { PaymentFlag } from '@g2/terms/payments';
import { formatCents, formatCredits } from '@g2/terms/pt-br';
import { alertFact } from '../../domain/alerts.ts';
import { type Decided, decision, type Fact } from '../../domain/decision.ts';
import { isStuck, type RegistrationPayment } from '../../payments/domain/registration-payment.ts';
import { closureOf } from '../../payments/domain/standing.ts';
import type { CreditPurchase } from '../../purchases/domain/purchase.ts';
import {
  type Dispute,
  disputeStateOf,
  disputeText,
  dueByOf,
  isLost,
  isOpenOrLost,
  nextActionFor,
} from './disputes.ts';
import { type RefundSummary, refundStateOf } from './refunds.ts';

type Result = Decided<RegistrationPayment>;

const isReturn = ({ status }: RegistrationPayment): boolean =>
  status === 'giving_back' || status === 'given_back';

/**
 * A refund flags the registration and blocks its certificate (api-rules R7) until it fails. Our own return is complete
 * when its refund has succeeded.
 * @param transferred cents returned by bank transfer, which no Stripe event reverts
 */
export function refundPayment(payment: RegistrationPayment, summary: RefundSummary, transferred = 0): Result {
  if (isReturn(payment)) return applyReturnRefunds(payment, summary, transferred);
  const total = Math.min(summary.live + transferred, payment.amount);
  const refundState = refundStateWithTransfer(payment, summary, transferred);
  if (total === payment.refundedAmount) return decision({ ...payment, refundState });
  const flag: PaymentFlag | null = payment.flag === 'disputed' ? 'disputed' : total > 0 ? 'refunded' : null;
  const next = { ...payment, refundedAmount: total, refundState, flag };
  const failed = total < payment.refundedAmount;
  const cents = Math.abs(total - payment.refundedAmount);
  const totals = failed ? refundFailedAlert(payment, cents) : refundAlert(payment, cents, total);
  // For a full refund, the registration notifies its owner.
  const isPart = closureOf(payment) === null && closureOf(next) === null;
  return decision(next, [...flagFact(payment, flag), ...refundedFact(isPart, failed), totals]);
}

const refundStateWithTransfer = (
  { amount }: RegistrationPayment,
  { all, live }: RefundSummary,
  transferred: number,
) => (transferred > 0 && live + transferred >= amount ? 'done' : refundStateOf(all, amount));

const refundedFact = (isPart: boolean, failed: boolean): Fact[] =>
  isPart ? [{ kind: 'refunded', failed }] : [];

const refundAlert = (payment: RegistrationPayment, cents: number, total: number): Fact =>
  alertFact(payment, {
    kind: 'refund',
    text: `Reembolso de ${formatCents(cents)} feito no Stripe.`,
    nextAction:
      total >= payment.amount
        ? 'O registro foi encerrado. Se há certificado, decida em Certificados a decidir.'
        : 'Se há certificado, decida em Certificados a decidir.',
  });

const refundFailedAlert = (about: RegistrationPayment | CreditPurchase, cents: number): Fact =>
  alertFact(about, {
    kind: 'refund-failed',
    text: `Um reembolso de ${formatCents(cents)} falhou no Stripe: o cliente não recebeu o valor.`,
    nextAction: 'Abra o pagamento e peça o reembolso de novo, ou devolva por transferência e registre-a ali.',
  });

const flagFact = (payment: RegistrationPayment, flag: PaymentFlag | null): Fact[] =>
  flag === payment.flag ? [] : [{ kind: 'flag-changed' }];

/** A payment given back by the bank, or before its refunds were known, stays so until a refund fails. */
function applyReturnRefunds(
  before: RegistrationPayment,
  summary: RefundSummary,
  transferred: number,
): Result {
  const payment = { ...before, refundState: refundStateWithTransfer(before, summary, transferred) };
  if (summary.done + transferred >= payment.amount)
    return payment.status === 'given_back' ? decision(payment) : markGivenBack(payment);
  if (summary.newlyFailed > 0) return refundFailed(payment, summary);
  if (payment.status === 'given_back') return decision(payment);
  return decision({ ...payment, refundedAmount: summary.done });
}

/** Next is a refund under another key, or an admin's transfer. */
function refundFailed(payment: RegistrationPayment, summary: RefundSummary): Result {
  const refundAttempt = payment.refundAttempt + 1;
  const next: RegistrationPayment = {
    ...payment,
    status: 'giving_back',
    refundedAmount: Math.min(summary.done, payment.amount),
    refundAttempt,
  };
  const totals = alertFact(next, {
    kind: 'refund-failed',
    text: `A devolução de um pagamento que o registro não aceitou falhou no Stripe (${refundAttempt}ª vez).`,
    nextAction: isStuck(next)
      ? 'Devolva o valor por transferência e registre-a no pagamento.'
      : 'Nada a fazer agora: será tentada novamente.',
  });
  return decision(next, [totals]);
}

export function markGivenBack(payment: RegistrationPayment): Result {
  if (payment.status !== 'giving_back') return decision(payment);
  const { amount } = payment;
  return decision({ ...payment, status: 'given_back', refundedAmount: amount });
}

/** Idempotency key; changes with each failed refund. */
export const refundKey = ({ id, refundAttempt }: RegistrationPayment): string =>
  refundAttempt === 0 ? `giveback:${id}` : `giveback:${id}:${refundAttempt}`;

/**
 * An open or lost dispute sets the flag; a won one clears it; an inquiry only alerts.
 * @param disputes all of the payment's @param summary those new or changed
 */
export function disputePayment(
  payment: RegistrationPayment,
  disputes: readonly Dispute[],
  summary: readonly Dispute[],
): Result {
  const totals = summary.map((one) => disputeAlert(payment, one));
  const withState = { ...payment, disputeState: disputeStateOf(disputes), disputeDueBy: dueByOf(disputes) };
  if (isReturn(payment)) return decision(withState, totals);
  const flagWithoutDispute: PaymentFlag | null = payment.refundedAmount > 0 ? 'refunded' : null;
  const flag: PaymentFlag | null = disputes.some(isOpenOrLost) ? 'disputed' : flagWithoutDispute;
  return decision({ ...withState, flag }, [...flagFact(payment, flag), ...totals]);
}

export function disputeAlert(about: RegistrationPayment | CreditPurchase, dispute: Dispute): Fact {
  const dueBy = dueByOf([dispute]);
  return alertFact(about, {
    kind: 'dispute',
    text: disputeText(dispute),
    nextAction: nextActionFor(dispute),
    ...(dueBy && { dueBy }),
  });
}

export const lostCents = (disputes: readonly Dispute[]): number =>
  disputes.filter(isLost).reduce((cents, one) => cents + one.amount, 0);

/** `owed` in hundredths of a credit. */
export type Reversal = Decided<CreditPurchase> & { owed: number };

/**
 * Debits the available credits and records the rest as debt (api-rules R7). A reverted reversal returns the credits;
 * the ledger pays debt from them first. Totals of refunds and lost disputes are current, in cents.
 * @param balance hundredths of a credit, read under the account's lock
 */
export function reversePurchase(
  purchase: CreditPurchase,
  totals: { refunded: number; disputed: number },
  balance: number,
): Reversal {
  const { priceInCents: price, creditsAmount } = purchase;
  const refundedAmount = Math.min(price, totals.refunded);
  const disputedAmount = Math.min(price, totals.disputed);
  const cents = Math.min(price, refundedAmount + disputedAmount);
  const reversedCredits = Math.ceil((cents * creditsAmount) / price);
  const due = reversedCredits - purchase.reversedCredits;
  const amounts = { ...purchase, refundedAmount, disputedAmount };
  if (due === 0) return { ...decision(amounts), owed: 0 };
  const debit = due > 0 ? Math.min(due, balance) : due;
  const owed = due - debit;
  const shortCredits = Math.max(0, purchase.shortCredits + (due > 0 ? owed : due));
  const next = { ...amounts, reversedCredits, shortCredits, reversals: purchase.reversals + 1 };
  const shortfallText =
    owed > 0 ? `; ${formatCredits(owed)} já tinham sido gastos e ficam em aberto na conta` : '';
  const text =
    due > 0
      ? `${formatCredits(due)} estornados${shortfallText}.`
      : `O estorno de ${formatCredits(-due)} foi desfeito.`;
  // A lost dispute is not a refund.
  const refunded =
    refundedAmount === purchase.refundedAmount
      ? []
      : refundedFact(true, refundedAmount < purchase.refundedAmount);
  const entry = {
    userId: purchase.userId,
    delta: -debit,
    reason: due > 0 ? 'Estorno de compra de créditos' : 'Estorno de compra de créditos desfeito',
    referenceType: 'purchase' as const,
    referenceId: purchase.id,
    operationKey: `reversal:${purchase.id}:${next.reversals}-${reversedCredits}`,
  };
  return {
    ...decision(
      next,
      [alertFact(next, { kind: 'purchase-reversed', text }), ...refunded],
      debit === 0 ? [] : [entry],
    ),
    owed,
  };
}

/** Amount in hundredths of a credit. */
export type CreditPayment = { id: string; amount: number };

/**
 * The newest payments that cover the shortfall (api-rules R7), already flagged ones first. Lists are newest first.
 * @param shortfallText hundredths of a credit
 */
export function paymentsToFlag(
  flagged: readonly CreditPayment[],
  others: readonly CreditPayment[],
  shortfallText: number,
): CreditPayment[] {
  const found: CreditPayment[] = [];
  let left = shortfallText;
  for (const payment of [...flagged, ...others]) {
    if (left <= 0) break;
    found.push(payment);
    left -= payment.amount;
  }
  return found;
}
