import type { PaymentFlag } from '@g2/terms/payments';
import type { ScheduleDeps } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decision } from '../domain/decision.ts';
import type { Refund } from '../domain/intent.ts';
import { addDebt, lockAccount } from '../ledger/store.ts';
import type { AppliedIntent } from '../payments/apply-intent.ts';
import type { RegistrationPayment } from '../payments/domain/registration-payment.ts';
import { lockCreditPayments, savePayment } from '../payments/store.ts';
import { findTransfer } from '../payments/store-transfers.ts';
import type { CreditPurchase } from '../purchases/domain/purchase.ts';
import { savePurchase } from '../purchases/store.ts';
import { scheduleContext } from '../schedule.ts';
import type { Tx } from '../store.ts';
import {
  disputeAlert,
  disputePayment,
  lostCents,
  paymentsToFlag,
  refundPayment,
  reversePurchase,
} from './domain/chargeback.ts';
import { type Dispute, disputeStateOf, dueByOf } from './domain/disputes.ts';
import { refundStateOf } from './domain/refunds.ts';
import { paymentsFlaggedBy, saveDisputes, saveRefunds, setPurchaseFlag } from './store.ts';

/**
 * Applies the refunds of an intent. A pending refund already flags the payment or takes the credits back, so that they
 * cannot be spent (api-rules R7). A payment that we give back is complete once its refund succeeded.
 * @param refunds all refunds of the intent, just read
 */
export async function applyRefunds(
  deps: ScheduleDeps,
  tx: Tx,
  applied: AppliedIntent,
  intentId: string,
  refunds: readonly Refund[],
): Promise<void> {
  if (applied.kind === 'payment') await applyPaymentRefunds(deps, tx, applied.row, intentId, refunds);
  if (applied.kind === 'purchase') {
    const { row: purchase } = applied;
    const { live, all } = await saveRefunds(tx, intentId, refunds);
    const withState = { ...purchase, refundState: refundStateOf(all, purchase.priceInCents) };
    const followed = await savePurchase(tx, purchase, decision(withState), scheduleContext(deps));
    await reverse(deps, tx, followed, { refunded: live, disputed: followed.disputedAmount });
  }
}

/** @param payment with locked row @returns the saved payment, and cents not covered by a refund or transfer */
export async function applyPaymentRefunds(
  deps: ScheduleDeps,
  tx: Tx,
  payment: RegistrationPayment,
  intentId: string,
  refunds: readonly Refund[],
): Promise<{ payment: RegistrationPayment; missing: number }> {
  const news = await saveRefunds(tx, intentId, refunds);
  const transferred = (await findTransfer(tx, payment.id))?.amount ?? 0;
  const followed = await savePayment(
    tx,
    payment,
    refundPayment(payment, news, transferred),
    scheduleContext(deps),
  );
  return { payment: followed, missing: payment.amount - news.live - transferred };
}

/** @param disputes all of the intent, just read @param at time of the Stripe event that caused this read */
export async function applyDisputes(
  deps: ScheduleDeps,
  tx: Tx,
  applied: AppliedIntent,
  intentId: string,
  disputes: readonly Dispute[],
  at: Date,
): Promise<void> {
  if (!('row' in applied)) return;
  const { kind, row } = applied;
  const { all, news } = await saveDisputes(tx, intentId, disputes, at);
  const when = scheduleContext(deps);
  if (kind === 'payment') {
    await savePayment(tx, row, disputePayment(row, all, news), when);
    return;
  }
  const alerts = news.map((one) => disputeAlert(row, one));
  const withState = { ...row, disputeState: disputeStateOf(all), disputeDueBy: dueByOf(all) };
  const followed = await savePurchase(tx, row, decision(withState, alerts), when);
  await reverse(deps, tx, followed, { refunded: followed.refundedAmount, disputed: lostCents(all) });
}

/** Takes credits of a refunded or disputed purchase back, or returns them. Locks payments, then the account. */
async function reverse(
  deps: ScheduleDeps,
  tx: Tx,
  purchase: CreditPurchase,
  totals: { refunded: number; disputed: number },
): Promise<void> {
  if (purchase.status !== 'completed' || purchase.completedAt === null) return;
  const spent = await lockCreditPayments(tx, purchase.userId, purchase.completedAt);
  const { balance } = await lockAccount(tx, purchase.userId);
  const reversal = reversePurchase(purchase, totals, balance);
  if (reversal.owed > 0) await addDebt(tx, purchase.userId, reversal.owed);
  const after = await savePurchase(tx, purchase, reversal, scheduleContext(deps));
  await flagSpent(deps, tx, after, spent);
}

async function flagSpent(
  deps: ScheduleDeps,
  tx: Tx,
  purchase: CreditPurchase,
  spent: readonly RegistrationPayment[],
): Promise<void> {
  const flag: PaymentFlag = purchase.disputedAmount > 0 ? 'disputed' : 'refunded';
  const before = await paymentsFlaggedBy(tx, purchase.id);
  const wanted = new Set(
    paymentsToFlag(
      spent.filter((one) => before.has(one.id)),
      spent.filter((one) => !before.has(one.id)),
      purchase.shortCredits,
    ).map((one) => one.id),
  );
  const newlyFlagged: RegistrationPayment[] = [];
  for (const payment of spent) {
    const isWanted = wanted.has(payment.id);
    if (!isWanted && !before.has(payment.id)) continue;
    const now = await setPurchaseFlag(tx, purchase.id, payment.id, isWanted ? flag : null);
    if (now === payment.flag) continue;
    const flagged = decision({ ...payment, flag: now }, [{ kind: 'flag-changed' }]);
    await savePayment(tx, payment, flagged, scheduleContext(deps));
    if (now !== null && !before.has(payment.id)) newlyFlagged.push(payment);
  }
  if (newlyFlagged.length === 0) return;
  const titles = newlyFlagged.map((one) => `"${one.title}"`).join(', ');
  const alert = alertFact(purchase, {
    kind: 'purchase-reversed',
    // Titles of registrations go only into `title`, a field that is not sent over the bus.
    title: `Compra de créditos, com que se pagou ${titles}`,
    text: 'Registros pagos com os créditos desta compra foram encerrados.',
    nextAction: 'Se há certificados, decida em Certificados a decidir.',
  });
  await savePurchase(tx, purchase, decision(purchase, [alert]), scheduleContext(deps));
}
