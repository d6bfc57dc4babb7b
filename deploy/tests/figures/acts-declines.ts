import { newId } from '@g2/kit/ids';
import { applyIntent } from '../../../services/payment-credit/src/payments/domain/registration-payment.ts';
import { lockPayment, savePayment } from '../../../services/payment-credit/src/payments/store.ts';
import { applyIntent as applyToPurchase } from '../../../services/payment-credit/src/purchases/domain/purchase.ts';
import { lockPurchase, savePurchase } from '../../../services/payment-credit/src/purchases/store.ts';
import {
  completeEvent,
  lockEvent,
  recordEvent,
} from '../../../services/payment-credit/src/stripe/store-events.ts';
import { succeeded } from './acts-money.ts';
import type { RandomAct } from './acts-registration.ts';
import { type Lane, RECONCILE_WAITS } from './world.ts';

const DECLINE = { code: 'card_declined', message: 'Your card was declined.' };

const declined = (id: string, cents: number) => ({
  ...succeeded(id, cents, 'requires_payment_method'),
  amountReceived: 0,
  decline: DECLINE,
});

/** Stores a webhook event of a declined payment as processed or failed. @returns its id */
async function noticed(
  { payments }: Lane,
  intentId: string,
  status: 'processed' | 'failed',
  now: Date,
): Promise<string> {
  const row = await recordEvent(
    payments,
    {
      id: newId(),
      stripeEventId: `evt_${newId()}`,
      eventType: 'payment_intent.payment_failed',
      objectId: intentId,
      paymentIntentId: intentId,
      claimFault: null,
      occurredAt: now,
      declineCode: DECLINE.code,
      declineMessage: DECLINE.message,
    },
    now,
    RECONCILE_WAITS.staleMs,
  );
  await closed(payments, row.id, status, now);
  return row.id;
}

const closed = (payments: Lane['payments'], id: string, status: 'processed' | 'failed', now: Date) =>
  payments.tx(async (tx) => {
    const row = await lockEvent(tx, id);
    if (!row) throw new Error('it is gone');
    const verdict = { status, errorMessage: null, paymentIntentId: null, registrationId: null };
    return completeEvent(tx, row, verdict, now);
  });

/** A card is declined. The payment attempt stays open, so that another card can be tried. */
const cardDeclined: RandomAct = async (lane, now) => {
  const open = lane.dice.of(lane.open);
  if (!open) return false;
  await lane.payments.tx(async (tx) => {
    const payment = await lockPayment(tx, open.paymentId);
    if (!payment) throw new Error('it is gone');
    const outcome = applyIntent(payment, declined(open.intentId, payment.amount), now);
    await savePayment(tx, payment, outcome, { now, waits: RECONCILE_WAITS });
  });
  await noticed(lane, open.intentId, 'processed', now);
  return true;
};

const purchaseDeclined: RandomAct = async (lane, now) => {
  const open = lane.dice.of(lane.purchases);
  if (!open) return false;
  await lane.payments.tx(async (tx) => {
    const purchase = await lockPurchase(tx, open.purchaseId);
    if (!purchase) throw new Error('it is gone');
    const outcome = applyToPurchase(purchase, declined(open.intentId, purchase.priceInCents), now);
    await savePurchase(tx, purchase, outcome, { now, waits: RECONCILE_WAITS });
  });
  // Some webhooks fail and are not counted until an admin reprocesses them.
  const fails = lane.dice.oneIn(3);
  const id = await noticed(lane, open.intentId, fails ? 'failed' : 'processed', now);
  if (fails) lane.failedNotices.push(id);
  return true;
};

const replayed: RandomAct = async (lane, now) => {
  const id = lane.failedNotices.pop();
  if (id === undefined) return false;
  await closed(lane.payments, id, 'processed', now);
  return true;
};

/** A webhook event of a decline in another shop on the same Stripe account, which must not count. */
const declinedElsewhere: RandomAct = async (lane, now) => {
  await noticed(lane, `pi_${newId()}`, 'processed', now);
  return true;
};

export const declineActs: readonly (readonly [weight: number, act: RandomAct])[] = [
  [3, cardDeclined],
  [2, purchaseDeclined],
  [1, replayed],
  [1, declinedElsewhere],
];
