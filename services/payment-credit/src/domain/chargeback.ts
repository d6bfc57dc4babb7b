import { alert, type Outcome, outcome } from './outcome.ts';
import type { CreditPurchase } from './purchase.ts';
import type { PaymentFlag, RegistrationPayment } from './registration-payment.ts';

/** What Stripe says of a dispute. Cents. */
export type DisputeFacts = { id: string; status: string; amount: number };

const isAnswered = (payment: RegistrationPayment): boolean =>
  payment.status === 'giving_back' || payment.status === 'given_back';

/**
 * A refund made at Stripe flags the registration and blocks its certificate (contract rule 7); our own giving back
 * only takes note.
 * @param refunded cents refunded of the charge so far
 */
export function refundPayment(payment: RegistrationPayment, refunded: number): Outcome<RegistrationPayment> {
  const total = Math.min(refunded, payment.amount);
  if (total <= payment.refundedAmount) return outcome(payment);
  const next = { ...payment, refundedAmount: total };
  if (isAnswered(payment)) return outcome(next);
  const flag: PaymentFlag = payment.flag ?? 'refunded';
  return outcome({ ...next, flag }, [
    { kind: 'flag-changed' },
    alert(
      'refund',
      `Pagamento ${payment.id} do registro ${payment.registrationId}: reembolso de ${total} centavos.`,
    ),
  ]);
}

/** An open or lost dispute flags the registration; a won one clears the flag. An inquiry only alerts. */
export function disputePayment(
  payment: RegistrationPayment,
  dispute: DisputeFacts,
): Outcome<RegistrationPayment> {
  const text = `Pagamento ${payment.id} do registro ${payment.registrationId}: disputa ${dispute.id} (${dispute.status}).`;
  const told = alert('dispute', text);
  if (dispute.status.startsWith('warning_') || isAnswered(payment)) return outcome(payment, [told]);
  const cleared: PaymentFlag | null = payment.refundedAmount > 0 ? 'refunded' : null;
  const flag: PaymentFlag | null = dispute.status === 'won' ? cleared : 'disputed';
  if (flag === payment.flag) return outcome(payment, [told]);
  return outcome({ ...payment, flag }, [{ kind: 'flag-changed' }, told]);
}

/** What a reversal of a purchase takes from the account, and what it leaves owed. Hundredths of a credit. */
export type Reversal = Outcome<CreditPurchase> & { owed: number };

/**
 * A refund or a lost dispute of a purchase debits what is left and records the rest as owed (contract rule 7).
 * @param told cents refunded, and cents lost in disputes, so far
 * @param balance of the account, hundredths of a credit, read under its lock
 */
export function reversePurchase(
  purchase: CreditPurchase,
  told: { refunded: number; disputed: number },
  balance: number,
): Reversal {
  const cap = (cents: number, known: number) => Math.min(purchase.priceInCents, Math.max(cents, known));
  const refundedAmount = cap(told.refunded, purchase.refundedAmount);
  const disputedAmount = cap(told.disputed, purchase.disputedAmount);
  const cents = Math.min(purchase.priceInCents, refundedAmount + disputedAmount);
  const reversedCredits = Math.ceil((cents * purchase.creditsAmount) / purchase.priceInCents);
  const due = reversedCredits - purchase.reversedCredits;
  const next = { ...purchase, refundedAmount, disputedAmount, reversedCredits };
  if (due <= 0) return { ...outcome({ ...next, reversedCredits: purchase.reversedCredits }), owed: 0 };
  const debit = Math.min(due, balance);
  const owed = due - debit;
  const text = `Compra ${purchase.id}: ${due} créditos (centésimos) estornados, ${owed} em aberto.`;
  const entry = {
    userId: purchase.userId,
    delta: -debit,
    reason: 'Estorno de compra de créditos',
    referenceType: 'purchase' as const,
    referenceId: purchase.id,
    operationKey: `reversal:${purchase.id}:${reversedCredits}`,
  };
  return { ...outcome(next, [alert('purchase-reversed', text)], debit > 0 ? [entry] : []), owed };
}
