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
 * Applies the refunds of a payment. A refund flags the registration and blocks its certificate (api-rules
 * R7), until the refund fails. A payment that we give back is complete when its refund has succeeded.
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
  const alert = failed ? refundFailedAlert(payment, cents) : refundAlert(payment, cents, total);
  // A full refund needs no `refunded` fact: the registration closes and notifies its owner.
  const isPart = closureOf(payment) === null && closureOf(next) === null;
  return decision(next, [...flagFact(payment, flag), ...refundedFact(isPart, failed), alert]);
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

/** A payment that is already `given_back` stays so until a refund fails, even if no refund is known. */
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

/** Counts a failed refund; the next try has another key. After too many, an admin must transfer the money. */
function refundFailed(payment: RegistrationPayment, summary: RefundSummary): Result {
  const refundAttempt = payment.refundAttempt + 1;
  const next: RegistrationPayment = {
    ...payment,
    status: 'giving_back',
    refundedAmount: Math.min(summary.done, payment.amount),
    refundAttempt,
  };
  const alert = alertFact(next, {
    kind: 'refund-failed',
    text: `A devolução de um pagamento que o registro não aceitou falhou no Stripe (${refundAttempt}ª vez).`,
    nextAction: isStuck(next)
      ? 'Devolva o valor por transferência e registre-a no pagamento.'
      : 'Nada a fazer agora: será tentada novamente.',
  });
  return decision(next, [alert]);
}

export function markGivenBack(payment: RegistrationPayment): Result {
  if (payment.status !== 'giving_back') return decision(payment);
  const { amount } = payment;
  return decision({ ...payment, status: 'given_back', refundedAmount: amount });
}

/** Stripe idempotency key of the next refund; changes after each failed refund. */
export const refundKey = ({ id, refundAttempt }: RegistrationPayment): string =>
  refundAttempt === 0 ? `giveback:${id}` : `giveback:${id}:${refundAttempt}`;

/** An open or lost dispute sets the flag, a won one clears it, an inquiry alerts. @param changed also new ones */
export function disputePayment(
  payment: RegistrationPayment,
  disputes: readonly Dispute[],
  changed: readonly Dispute[],
): Result {
  const alerts = changed.map((one) => disputeAlert(payment, one));
  const withState = { ...payment, disputeState: disputeStateOf(disputes), disputeDueBy: dueByOf(disputes) };
  if (isReturn(payment)) return decision(withState, alerts);
  const flagWithoutDispute: PaymentFlag | null = payment.refundedAmount > 0 ? 'refunded' : null;
  const flag: PaymentFlag | null = disputes.some(isOpenOrLost) ? 'disputed' : flagWithoutDispute;
  return decision({ ...withState, flag }, [...flagFact(payment, flag), ...alerts]);
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

/** `owed`: debt to add, in hundredths of a credit. */
export type Reversal = Decided<CreditPurchase> & { owed: number };

/**
 * Takes the credits of refunds and lost disputes back: debits the available ones and records the rest as debt
 * (api-rules R7). If a refund failed or a dispute was won, returns credits; the ledger pays debt from them first.
 * @param totals current sums of refunds and lost disputes, cents
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
  // A refund emits `refunded`; a lost dispute does not.
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
 * Chooses payments until they cover the shortfall (api-rules R7): already flagged ones first, then the
 * newest. Both lists are newest first.
 * @param shortfall hundredths of a credit
 */
export function paymentsToFlag(
  flagged: readonly CreditPayment[],
  others: readonly CreditPayment[],
  shortfall: number,
): CreditPayment[] {
  const found: CreditPayment[] = [];
  let left = shortfall;
  for (const payment of [...flagged, ...others]) {
    if (left <= 0) break;
    found.push(payment);
    left -= payment.amount;
  }
  return found;
}
