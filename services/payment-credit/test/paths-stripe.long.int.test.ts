import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { eventually } from '@g2/kit/testing';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomes, paymentsOf, statusOf } from './payments.ts';
import { KEYS } from './steps.ts';
import { createWorld, FEE, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world?.close();
});

const sdk = (url: string): Stripe => {
  const { hostname: host, port } = new URL(url);
  return new Stripe(KEYS.STRIPE_SECRET_KEY, { host, port, protocol: 'http', maxNetworkRetries: 0 });
};

const atStripe = async (paymentIntentId: string) =>
  (await world.intents()).find((one) => one.id === paymentIntentId);

async function opened() {
  const owner = await world.user();
  const as = { token: owner.token };
  const id = await world.payable(owner);
  return { owner, as, id, intent: await world.rpc.createRegistrationIntent({ id }, as) };
}

const setFee = (id: string, cents: number) =>
  world.db.query('UPDATE registration.registrations SET payment_amount = $2 WHERE id = $1', [id, cents]);

const triesOf = async (registrationId: string): Promise<number> =>
  (
    await world.db.query<{ tries: number }>(
      'SELECT tries FROM due JOIN registration_payments USING (id) WHERE registration_id = $1',
      [registrationId],
    )
  ).rows[0]?.tries ?? 0;

/** As if a week had passed with all of these. */
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
  it('ends that intent at Stripe, and asks the new amount by another', async () => {
    const { as, id, intent } = await opened();
    await setFee(id, 360_000);
    const next = await world.rpc.createRegistrationIntent({ id }, as);
    expect(next).toMatchObject({ amount: 360_000 });
    expect(next.paymentIntentId).not.toBe(intent.paymentIntentId);
    expect((await world.confirm(intent)).ok).toBe(false);
    expect(await atStripe(intent.paymentIntentId)).toMatchObject({ status: 'canceled', amountCaptured: 0 });
    await world.confirm(next);
    await becomes(world, id, 'card:cancelled', 'card:settled');
    expect(await atStripe(next.paymentIntentId)).toMatchObject({ amountCaptured: 360_000 });
  });

  it('paid at the old amount all the same: the registration refuses, and all of it is refunded', async () => {
    const { owner, id, intent } = await opened();
    await setFee(id, 360_000);
    await world.confirm(intent);
    await becomes(world, id, 'card:given_back');
    expect(await atStripe(intent.paymentIntentId)).toMatchObject({
      amountCaptured: FEE,
      amountRefunded: FEE,
    });
    expect(await statusOf(world, owner, id)).toBe('submitted');
  });

  it('credits pay the new fee, and the card can take nothing any more', async () => {
    const { owner, as, id, intent } = await opened();
    await world.credit(owner, FEE);
    await setFee(id, 300_000);
    expect(await world.rpc.payWithCredits({ id }, as)).toEqual({
      creditsUsed: 300_000,
      balance: FEE - 300_000,
    });
    expect((await world.confirm(intent)).ok).toBe(false);
    await becomes(world, id, 'card:cancelled', 'credits:settled');
  });
});

describe('a refund that fails at first', () => {
  it.each([
    ['is refused by Stripe', { failNext: 100_000 }, { failNext: 0 }],
    ['loses its answers', { loseNext: 100_000 }, { loseNext: 0 }],
  ])('because it %s is made once in the end', async (_how, broken, mended) => {
    const { id, intent } = await opened();
    // So that the registration refuses what it is told of.
    await setFee(id, 360_000);
    // It answers only when Stripe is broken already.
    const holder = await world.db.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM registration.registrations WHERE id = $1 FOR UPDATE', [id]);
      await world.confirm(intent);
      await becomes(world, id, 'card:captured');
      await world.control('/_sim/hooks', broken);
      await holder.query('COMMIT');
    } finally {
      holder.release(true);
    }
    await becomes(world, id, 'card:giving_back');
    await eventually('it was tried again', async () => (await triesOf(id)) >= 2, 20_000);
    expect(await paymentsOf(world, id)).toMatchObject([{ status: 'giving_back', refunded_amount: '0' }]);
    await world.control('/_sim/hooks', mended);
    await eventually(
      'it was given back',
      async () => (await paymentsOf(world, id))[0]?.status === 'given_back',
      20_000,
    );
    const { data } = await sdk(world.simulator).refunds.list({ payment_intent: intent.paymentIntentId });
    expect(data.map((refund) => refund.amount)).toEqual([FEE]);
  });
});

describe('an intent nobody paid for a week', () => {
  it('is cancelled at Stripe, wherever its payer stopped; the next attempt pays', async () => {
    const plain = await opened();
    const challenged = await opened();
    expect((await world.confirm(challenged.intent, '4000002760003184')).status).toBe(200);
    const buyer = await world.user();
    const purchase = await world.rpc.createPurchaseIntent(
      { choice: { $case: 'customAmount', value: 10_000 } },
      { token: buyer.token },
    );
    const young = await opened();
    await makeOld([plain.id, challenged.id], purchase.paymentIntentId);
    await becomes(world, plain.id, 'card:cancelled');
    await becomes(world, challenged.id, 'card:cancelled');
    await eventually('so is the purchase', async () => (await purchaseStatus(buyer.token)) === 'cancelled');
    for (const { paymentIntentId } of [plain.intent, challenged.intent, purchase]) {
      expect(await atStripe(paymentIntentId)).toMatchObject({ status: 'canceled' });
    }
    await eventually('the young one was looked at', async () => (await triesOf(young.id)) > 0);
    expect(await paymentsOf(world, young.id)).toMatchObject([{ status: 'open' }]);
    await world.confirm(await world.rpc.createRegistrationIntent({ id: plain.id }, plain.as));
    await becomes(world, plain.id, 'card:cancelled', 'card:settled');
  });

  it('but paid without our hearing of it is taken, not cancelled', async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const { id, intent } = await opened();
    await world.confirm(intent);
    await makeOld([id]);
    await becomes(world, id, 'card:settled');
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });
});

describe('events that never came', () => {
  it('are read from Stripe’s list through all of its pages, oldest first', { timeout: 60_000 }, async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const { id, intent } = await opened();
    const stripe = sdk(world.simulator);
    await world.running.stop();
    // The oldest event is the one that matters; 230 others come before it in the list.
    await world.confirm(intent);
    const foreign = await stripe.paymentIntents.create({ amount: 700, currency: 'brl' });
    for (let n = 0; n < 230; n++) {
      await stripe.paymentIntents
        .confirm(foreign.id, { payment_method: 'pm_card_chargeDeclined', return_url: 'https://g2.example/' })
        .catch((error: unknown) => expect(error).toMatchObject({ code: 'card_declined' }));
    }
    // Only the list may tell: the attempt itself is not due for hours.
    await world.db.query(
      `UPDATE due SET due_at = now() + interval '5 hours'
       WHERE id IN (SELECT id FROM registration_payments WHERE registration_id = $1)`,
      [id],
    );
    await world.restart();
    await becomes(world, id, 'card:settled');
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

describe('an intent lost at Stripe', () => {
  let other: { url: string; child: ChildProcess };

  beforeAll(async () => {
    other = await startOtherStripe();
  });
  afterAll(() => {
    other?.child.kill('SIGKILL');
  });

  it('ends its attempt, and the next one pays', async () => {
    const asked = await opened();
    const left = await opened();
    const buyer = await world.user();
    const as = { token: buyer.token };
    await world.rpc.createPurchaseIntent({ choice: { $case: 'customAmount', value: 10_000 } }, as);
    // An account that knows none of them.
    await world.restart({ STRIPE_API_BASE: other.url });
    const { paymentIntentId } = asked.intent;
    await expect(world.rpc.syncIntent({ paymentIntentId }, asked.as)).rejects.toMatchObject({
      code: 'unavailable',
    });
    const next = await world.rpc.createRegistrationIntent({ id: asked.id }, asked.as);
    expect(next.paymentIntentId).not.toBe(paymentIntentId);
    await becomes(world, asked.id, 'card:failed', 'card:open');
    // Nobody asks for these: the reconciler ends them.
    await becomes(world, left.id, 'card:failed');
    await eventually('so is the purchase', async () => (await purchaseStatus(buyer.token)) === 'failed');
    const confirm = { payment_method: 'pm_card_visa', return_url: 'https://g2.example/' };
    await sdk(other.url).paymentIntents.confirm(next.paymentIntentId, confirm);
    await world.rpc.syncIntent({ paymentIntentId: next.paymentIntentId }, asked.as);
    await becomes(world, asked.id, 'card:failed', 'card:settled');
    expect(await world.balance(buyer)).toBe(0);
  });
});

/** A simulator beside the world's own. */
async function startOtherStripe(): Promise<{ url: string; child: ChildProcess }> {
  const main = new URL('../../../deploy/stripe-simulator/src/main.ts', import.meta.url).pathname;
  const env = { G2_DEMO: '1', PORT: '0', ...KEYS };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  for await (const line of lines) {
    const url = /^stripe-simulator ready: (\S+)$/.exec(line)?.[1];
    if (url) return { url, child };
  }
  throw new Error('the simulator did not start');
}
