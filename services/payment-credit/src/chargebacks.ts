import type { Deps } from './deps.ts';
import { type DisputeFacts, disputePayment, refundPayment, reversePurchase } from './domain/chargeback.ts';
import { alert } from './domain/outcome.ts';
import type { CreditPurchase } from './domain/purchase.ts';
import { carryOutPayment, carryOutPurchase } from './effects.ts';
import type { Applied } from './fulfil.ts';
import type { Tx } from './store.ts';
import { addOwed, lockBalance } from './store-ledger.ts';

/** Follows a refund made at Stripe (contract rule 7). @param refunded cents of the charge so far */
export async function applyRefund(deps: Deps, tx: Tx, applied: Applied, refunded: number): Promise<void> {
  if (applied.kind === 'payment') {
    const { payment } = applied;
    await carryOutPayment(tx, payment, refundPayment(payment, refunded), deps.clock());
  }
  if (applied.kind === 'purchase') {
    const { purchase } = applied;
    await reverse(deps, tx, purchase, { refunded, disputed: purchase.disputedAmount });
  }
}

/** Follows a dispute: it flags a registration from its beginning, and takes credits back once it is lost. */
export async function applyDispute(
  deps: Deps,
  tx: Tx,
  applied: Applied,
  dispute: DisputeFacts,
): Promise<void> {
  if (applied.kind === 'payment') {
    const { payment } = applied;
    await carryOutPayment(tx, payment, disputePayment(payment, dispute), deps.clock());
  }
  if (applied.kind === 'purchase') {
    const { purchase } = applied;
    const text = `Compra ${purchase.id}: disputa ${dispute.id} (${dispute.status}).`;
    const told = { next: purchase, facts: [alert('dispute', text)], entries: [] };
    await carryOutPurchase(tx, purchase, told, deps.clock());
    if (dispute.status !== 'lost') return;
    await reverse(deps, tx, purchase, { refunded: purchase.refundedAmount, disputed: dispute.amount });
  }
}

async function reverse(
  deps: Deps,
  tx: Tx,
  purchase: CreditPurchase,
  told: { refunded: number; disputed: number },
): Promise<void> {
  if (purchase.status !== 'completed') return;
  const balance = await lockBalance(tx, purchase.userId);
  const reversal = reversePurchase(purchase, told, balance);
  await carryOutPurchase(tx, purchase, reversal, deps.clock());
  if (reversal.owed > 0) await addOwed(tx, purchase.userId, reversal.owed);
}
