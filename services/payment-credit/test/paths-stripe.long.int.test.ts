import { eventually } from '@g2/kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { intentAtStripe, openCardPayment, paymentsBecome, paymentsOf, startPurchase } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld, startSimulator } from './world.ts';

const world = await ownWorld();

const setFee = (id: string, cents: number) =>
  world.db.query('UPDATE registration.registrations SET payment_amount = $2 WHERE id = $1', [id, cents]);

const triesOf = async (registrationId: string): Promise<number> =>
  (
    await world.db.query<{ tries: number }>(
      'SELECT tries FROM due JOIN registration_payments USING (id) WHERE registration_id = $1',
      [registrationId],
    )
  ).rows[0]?.tries ?? 0;

/** Makes these attempts eight days old and due. */
const makeOld = async (registrationIds: string[], purchaseIntent = ''): Promise<void> => {
  await world.db.query(
    `WITH payments AS (UPDATE registration_payments SET created_at = now() - interval '8 days'
       WHERE registration_id = ANY($1) RETURNING id),
     purchases AS (UPDATE credit_purchases SET created_at = now() - interval '8 days'
       WHERE payment_intent_id = $2 RETURNING id)
     UPDATE due SET due_at = now() WHERE id IN (SELECT id FROM payments UNION ALL SELECT id FROM purchases)`,
    [registrationIds, purchaseIntent],
  );
};

const purchaseStatus = async (token: string): Promise<string | undefined> =>
  (await world.rpc.listOwnPurchases({ page: 1, limit: 1 }, { token })).items[0]?.status;

describe('a fee that changed while an intent was open', () => {
  it('cancels the intent at Stripe and opens one with the new amount', async () => {
    const { as, id, intent } = await openCardPayment(world);
    await setFee(id, 360_000);
    const next = await world.rpc.createRegistrationIntent({ id }, as);
    expect(next).toMatchObject({ amount: 360_000 });
    expect(next.paymentIntentId).not.toBe(intent.paymentIntentId);
    expect((await world.confirm(intent)).ok).toBe(false);
    expect(await intentAtStripe(world, intent.paymentIntentId)).toMatchObject({
      status: 'canceled',
      amountCaptured: 0,
    });
    await world.confirm(next);
    await paymentsBecome(world, id, 'card:cancelled', 'card:settled');
    expect(await intentAtStripe(world, next.paymentIntentId)).toMatchObject({ amountCaptured: 360_000 });
  });
});

describe('a refund that fails at first', () => {
  it.each([
    ['is refused by Stripe', { failNext: 100_000 }, { failNext: 0 }],
    ['loses its answers', { loseNext: 100_000 }, { loseNext: 0 }],
  ])('is made exactly once in the end if it first %s', async (_how, broken, mended) => {
    const { id, intent } = await openCardPayment(world);
    // With another fee, the registration service refuses the payment.
    await setFee(id, 360_000);
    // The lock delays the registration's answer until Stripe fails.
    const holder = await world.db.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM registration.registrations WHERE id = $1 FOR UPDATE', [id]);
      await world.confirm(intent);
      await paymentsBecome(world, id, 'card:captured');
      await world.control('/_sim/hooks', broken);
      await holder.query('COMMIT');
    } finally {
      holder.release(true);
    }
    await paymentsBecome(world, id, 'card:giving_back');
    await eventually('it was tried again', async () => (await triesOf(id)) >= 2, 20_000);
    expect(await paymentsOf(world, id)).toMatchObject([{ status: 'giving_back', refunded_amount: '0' }]);
    await world.control('/_sim/hooks', mended);
    await eventually(
      'it was given back',
      async () => (await paymentsOf(world, id))[0]?.status === 'given_back',
      20_000,
    );
    const { data } = await stripeOf(world, 0).refunds.list({ payment_intent: intent.paymentIntentId });
    expect(data.map((refund) => refund.amount)).toEqual([FEE]);
  });
});

describe('an intent unpaid for a week', () => {
  it('is cancelled at Stripe in any unpaid state, and the next attempt can be paid', async () => {
    const plain = await openCardPayment(world);
    const challenged = await openCardPayment(world);
    expect((await world.confirm(challenged.intent, '4000002760003184')).status).toBe(200);
    const buyer = await world.user();
    const purchase = await startPurchase(world, buyer);
    const young = await openCardPayment(world);
    await makeOld([plain.id, challenged.id], purchase.paymentIntentId);
    await paymentsBecome(world, plain.id, 'card:cancelled');
    await paymentsBecome(world, challenged.id, 'card:cancelled');
    await eventually('so is the purchase', async () => (await purchaseStatus(buyer.token)) === 'cancelled');
    for (const { paymentIntentId } of [plain.intent, challenged.intent, purchase]) {
      expect(await intentAtStripe(world, paymentIntentId)).toMatchObject({ status: 'canceled' });
    }
    await eventually('the young one was looked at', async () => (await triesOf(young.id)) > 0);
    expect(await paymentsOf(world, young.id)).toMatchObject([{ status: 'open' }]);
    await world.confirm(await world.rpc.createRegistrationIntent({ id: plain.id }, plain.as));
    await paymentsBecome(world, plain.id, 'card:cancelled', 'card:settled');
  });

  it('is settled, not cancelled, when it was paid without a webhook', async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const { id, intent } = await openCardPayment(world);
    await world.confirm(intent);
    await makeOld([id]);
    await paymentsBecome(world, id, 'card:settled');
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });
});

describe('events that no webhook delivered', () => {
  it('are read from all pages of Stripe’s list, oldest first', { timeout: 60_000 }, async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const { id, intent } = await openCardPayment(world);
    const stripe = stripeOf(world, 0);
    await world.running.stop();
    // The test needs the oldest event; in Stripe's list 230 newer ones come before it.
    await world.confirm(intent);
    const foreign = await stripe.paymentIntents.create({ amount: 700, currency: 'brl' });
    for (let n = 0; n < 230; n++) {
      await stripe.paymentIntents
        .confirm(foreign.id, { payment_method: 'pm_card_chargeDeclined', return_url: 'https://g2.example/' })
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'card_declined' }));
    }
    // Only the event list can report the payment, since the attempt is not due for hours.
    await world.db.query(
      `UPDATE due SET due_at = now() + interval '5 hours'
       WHERE id IN (SELECT id FROM registration_payments WHERE registration_id = $1)`,
      [id],
    );
    await world.restart();
    await paymentsBecome(world, id, 'card:settled');
    const counted = async (intentId: string) =>
      (
        await world.db.query(
          "SELECT 1 FROM payment_webhook_events WHERE payment_intent_id = $1 AND status = 'processed'",
          [intentId],
        )
      ).rowCount;
    await eventually('every page was read', async () => (await counted(foreign.id)) === 230, 40_000);
    expect(await counted(intent.paymentIntentId)).toBe(1);
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });
});

describe('an intent unknown to Stripe', () => {
  let end = (): unknown => undefined;
  afterAll(() => void end());

  it('ends its attempt, and the next attempt can be paid', async () => {
    const response = await openCardPayment(world);
    const left = await openCardPayment(world);
    const buyer = await world.user();
    await startPurchase(world, buyer);
    // A Stripe account that does not know the intents created above.
    const other = await startSimulator();
    end = () => other.child.kill('SIGKILL');
    await world.restart({ STRIPE_API_BASE: other.url });
    const { paymentIntentId } = response.intent;
    await expect(world.rpc.syncIntent({ paymentIntentId }, response.as)).rejects.toMatchObject({
      code: 'unavailable',
    });
    const next = await world.rpc.createRegistrationIntent({ id: response.id }, response.as);
    expect(next.paymentIntentId).not.toBe(paymentIntentId);
    await paymentsBecome(world, response.id, 'card:failed', 'card:open');
    // The reconciler ends the attempt.
    await paymentsBecome(world, left.id, 'card:failed');
    await eventually('so is the purchase', async () => (await purchaseStatus(buyer.token)) === 'failed');
    const confirm = { payment_method: 'pm_card_visa', return_url: 'https://g2.example/' };
    await stripeOf({ simulator: other.url }, 0).paymentIntents.confirm(next.paymentIntentId, confirm);
    await world.rpc.syncIntent({ paymentIntentId: next.paymentIntentId }, response.as);
    await paymentsBecome(world, response.id, 'card:failed', 'card:settled');
    expect(await world.balance(buyer)).toBe(0);
  });
});
