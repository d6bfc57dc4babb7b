import type { PaymentFlag } from '@g2/terms/payments';
import type { Timed } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decided } from '../domain/decision.ts';
import { addOwed, lockAccount } from '../ledger/store.ts';
import type { RegistrationPayment } from '../payments/domain/registration-payment.ts';
import { lockSpent, savePayment } from '../payments/store.ts';
import { findTransfer } from '../payments/store-transfers.ts';
import type { CreditPurchase } from '../purchases/domain/purchase.ts';
import { savePurchase } from '../purchases/store.ts';
import { whenOf } from '../schedule.ts';
import type { Tx } from '../store.ts';
import {
  disputeAlert,
  disputePayment,
  lostCents,
  refundPayment,
  reversePurchase,
  spentOf,
} from './domain/chargeback.ts';
import { type Dispute, disputeStateOf, dueByOf } from './domain/disputes.ts';
import { type Refund, refundStateOf } from './domain/refunds.ts';
import type { Applied } from './fulfil.ts';
import { bookDisputes, bookRefunds, flagBy, flaggedBy } from './store-chargebacks.ts';

/**
 * A pending refund counts for flags and credits at once, so that they cannot be spent (api-rules R7). Our own return is
 * complete only when its refund has succeeded.
 * @param refunds all of the intent, just read
 */
export async function applyRefunds(
  deps: Timed,
  tx: Tx,
  applied: Applied,
  intentId: string,
  refunds: readonly Refund[],
): Promise<void> {
  if (applied.kind === 'payment') await followRefunds(deps, tx, applied.payment, intentId, refunds);
  if (applied.kind === 'purchase') {
    const { purchase } = applied;
    const { live, all } = await bookRefunds(tx, intentId, refunds);
    const standing = { ...purchase, refundState: refundStateOf(all, purchase.priceInCents) };
    const followed = await savePurchase(tx, purchase, decided(standing), whenOf(deps));
    await reverse(deps, tx, followed, { refunded: live, disputed: followed.disputedAmount });
  }
}

/** @param payment locked @returns the saved payment, and the cents not yet covered by a done or pending refund */
export async function followRefunds(
  deps: Timed,
  tx: Tx,
  payment: RegistrationPayment,
  intentId: string,
  refunds: readonly Refund[],
): Promise<{ payment: RegistrationPayment; missing: number }> {
  const news = await bookRefunds(tx, intentId, refunds);
  const transferred = (await findTransfer(tx, payment.id))?.amount ?? 0;
  const followed = await savePayment(tx, payment, refundPayment(payment, news, transferred), whenOf(deps));
  return { payment: followed, missing: payment.amount - news.live - transferred };
}

/** @param disputes all of the intent, just read @param at time of the event that caused the read */
export async function applyDisputes(
  deps: Timed,
  tx: Tx,
  applied: Applied,
  intentId: string,
  disputes: readonly Dispute[],
  at: Date,
): Promise<void> {
  if (applied.kind === 'payment') {
    const { payment } = applied;
    const { all, news } = await bookDisputes(tx, intentId, disputes, at);
    await savePayment(tx, payment, disputePayment(payment, all, news), whenOf(deps));
  }
  if (applied.kind === 'purchase') {
    const { purchase } = applied;
    const { all, news } = await bookDisputes(tx, intentId, disputes, at);
    const told = news.map((one) => disputeAlert(purchase, one));
    const standing = { ...purchase, disputeState: disputeStateOf(all), disputeDueBy: dueByOf(all) };
    const followed = await savePurchase(tx, purchase, decided(standing, told), whenOf(deps));
    await reverse(deps, tx, followed, { refunded: followed.refundedAmount, disputed: lostCents(all) });
  }
}

/** Lock order: the purchase's payments before the account. */
async function reverse(
  deps: Timed,
  tx: Tx,
  purchase: CreditPurchase,
  told: { refunded: number; disputed: number },
): Promise<void> {
  if (purchase.status !== 'completed' || purchase.completedAt === null) return;
  const spent = await lockSpent(tx, purchase.userId, purchase.completedAt);
  const { balance } = await lockAccount(tx, purchase.userId);
  const reversal = reversePurchase(purchase, told, balance);
  if (reversal.owed > 0) await addOwed(tx, purchase.userId, reversal.owed);
  const after = await savePurchase(tx, purchase, reversal, whenOf(deps));
  await flagSpent(deps, tx, after, spent);
}

async function flagSpent(
  deps: Timed,
  tx: Tx,
  purchase: CreditPurchase,
  spent: readonly RegistrationPayment[],
): Promise<void> {
  const flag: PaymentFlag = purchase.disputedAmount > 0 ? 'disputed' : 'refunded';
  const before = await flaggedBy(tx, purchase.id);
  const wanted = new Set(
    spentOf(
      spent.filter((one) => before.has(one.id)),
      spent.filter((one) => !before.has(one.id)),
      purchase.shortCredits,
    ).map((one) => one.id),
  );
  const fresh: RegistrationPayment[] = [];
  for (const payment of spent) {
    const isWanted = wanted.has(payment.id);
    if (!isWanted && !before.has(payment.id)) continue;
    const now = await flagBy(tx, purchase.id, payment.id, isWanted ? flag : null);
    if (now === payment.flag) continue;
    const flagged = decided({ ...payment, flag: now }, [{ kind: 'flag-changed' }]);
    await savePayment(tx, payment, flagged, whenOf(deps));
    if (now !== null && !before.has(payment.id)) fresh.push(payment);
  }
  if (fresh.length === 0) return;
  const titles = fresh.map((one) => `"${one.title}"`).join(', ');
  const told = alertFact(purchase, {
    kind: 'purchase-reversed',
    // Registration names go only in `title`, which is not sent over the bus.
    title: `Compra de créditos, com que se pagou ${titles}`,
    text: 'Registros pagos com os créditos desta compra foram encerrados.',
    nextAction: 'Se há certificados, decida em Certificados a decidir.',
  });
  await savePurchase(tx, purchase, decided(purchase, [told]), whenOf(deps));
}
