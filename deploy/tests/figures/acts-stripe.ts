import { newId } from '@g2/kit/ids';
import type { Attempt } from '../../../services/payment-credit/src/payments/attempt.ts';
import { lockPaymentOfIntent } from '../../../services/payment-credit/src/payments/store.ts';
import { priceOf } from '../../../services/payment-credit/src/purchases/domain/packages.ts';
import { applyIntent, newPurchase } from '../../../services/payment-credit/src/purchases/domain/purchase.ts';
import {
  insertPurchase,
  lockPurchase,
  lockPurchaseOfIntent,
  savePurchase,
} from '../../../services/payment-credit/src/purchases/store.ts';
import { applyDisputes, applyRefunds } from '../../../services/payment-credit/src/refunds/chargebacks.ts';
import type { Tx } from '../../../services/payment-credit/src/store.ts';
import { succeeded } from './acts-money.ts';
import type { RandomAct } from './acts-registration.ts';
import { type Lane, RECONCILE_WAITS } from './world.ts';

const bought: RandomAct = async (lane, now) => {
  const offer = priceOf({ $case: 'customAmount', value: 10_000 + lane.dice.below(900_000) });
  const purchase = newPurchase({ id: newId(), userId: lane.dice.of(lane.owners) ?? '', offer }, now);
  await lane.payments.tx((tx) => insertPurchase(tx, purchase, RECONCILE_WAITS));
  lane.purchases.push({ purchaseId: purchase.id, intentId: `pi_${purchase.id}` });
  return true;
};

const purchaseEnded =
  (status: 'succeeded' | 'canceled'): RandomAct =>
  async (lane, now) => {
    const open = lane.dice.of(lane.purchases);
    if (!open) return false;
    lane.purchases = lane.purchases.filter((one) => one !== open);
    await lane.payments.tx(async (tx) => {
      const purchase = await lockPurchase(tx, open.purchaseId);
      if (!purchase) throw new Error('it is gone');
      const cents = purchase.priceInCents;
      const outcome = applyIntent(purchase, succeeded(open.intentId, cents, status), now);
      await savePurchase(tx, purchase, outcome, { now, waits: RECONCILE_WAITS });
      if (status === 'succeeded') lane.paid.push({ intentId: open.intentId, cents });
    });
    return true;
  };

async function targetOf(tx: Tx, intentId: string): Promise<Attempt> {
  const payment = await lockPaymentOfIntent(tx, intentId);
  if (payment) return { kind: 'payment', row: payment };
  const purchase = await lockPurchaseOfIntent(tx, intentId);
  if (!purchase) throw new Error('no such intent');
  return { kind: 'purchase', row: purchase };
}

const applyRefundsOf = (
  lane: Lane,
  intentId: string,
  now: Date,
  outcome: Parameters<typeof applyRefunds>[4],
) =>
  lane.payments.tx(async (tx) => {
    await applyRefunds(
      { clock: () => now, waits: RECONCILE_WAITS },
      tx,
      await targetOf(tx, intentId),
      intentId,
      outcome,
    );
  });

/** Refunds all or a part of the remaining amount, with status pending or succeeded. */
const refunded: RandomAct = async (lane, now) => {
  const { dice } = lane;
  const paid = dice.of(lane.paid);
  if (!paid || paid.cents < 2) return false;
  const amount = dice.oneIn(2) ? paid.cents : 1 + dice.below(paid.cents - 1);
  const status = dice.oneIn(2) ? ('pending' as const) : ('succeeded' as const);
  const refund = { id: `re_${newId()}`, amount, status, createdAt: now };
  paid.cents -= amount;
  await applyRefundsOf(lane, paid.intentId, now, [refund]);
  lane.refunds.push({ ...refund, intentId: paid.intentId });
  return true;
};

/** A refund gets a later status. It still counts on the day on which it began. */
const refundEnded =
  (status: 'succeeded' | 'failed'): RandomAct =>
  async (lane, now) => {
    const refund = lane.dice.of(lane.refunds);
    if (!refund) return false;
    lane.refunds = lane.refunds.filter((one) => one !== refund);
    await applyRefundsOf(lane, refund.intentId, now, [{ ...refund, status }]);
    return true;
  };

const disputed =
  (...statuses: string[]): RandomAct =>
  async (lane, now) => {
    const { dice } = lane;
    const known = dice.oneIn(2) ? dice.of(lane.disputes) : undefined;
    const paid = dice.of(lane.paid);
    if (!known && !paid) return false;
    const begun = {
      intentId: paid?.intentId ?? '',
      id: `du_${newId()}`,
      amount: 1 + dice.below(100_000),
      createdAt: now,
    };
    const dispute = known ?? begun;
    if (!known) lane.disputes.push(dispute);
    const { intentId, ...rest } = dispute;
    const status = dice.of(statuses) ?? 'needs_response';
    await lane.payments.tx(async (tx) =>
      applyDisputes(
        { clock: () => now, waits: RECONCILE_WAITS },
        tx,
        await targetOf(tx, intentId),
        intentId,
        [{ ...rest, status }],
        now,
      ),
    );
    return true;
  };

export const stripeActs: readonly (readonly [weight: number, act: RandomAct])[] = [
  [5, bought],
  [4, purchaseEnded('succeeded')],
  [1, purchaseEnded('canceled')],
  [2, refunded],
  [1, refundEnded('succeeded')],
  [1, refundEnded('failed')],
  [2, disputed('warning_needs_response', 'needs_response', 'under_review', 'lost', 'won', 'appeal_won')],
];
