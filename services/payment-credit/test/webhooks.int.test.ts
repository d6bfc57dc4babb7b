import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { buyCredits, deltasOf, startPurchase } from './payments.ts';
import { eventOf, post, stripeOf } from './stripe.ts';
import { ownWorld } from './world.ts';

const world = await ownWorld();
const stripe = stripeOf(world);

type EventRow = { id: string; status: string; event_type: string; error_message: string | null };

const eventRow = async (stripeEventId: string): Promise<EventRow | undefined> =>
  (
    await world.db.query<EventRow>('SELECT * FROM payment_webhook_events WHERE stripe_event_id = $1', [
      stripeEventId,
    ])
  ).rows[0];

describe('webhooks that Stripe does not confirm', () => {
  it('[webhook-failed] move no money when signed but false, and are recorded with the reason', async () => {
    const user = await world.user();
    const intent = await startPurchase(world, user);
    const real = await stripe.paymentIntents.retrieve(intent.paymentIntentId);
    const claims = { ...real, status: 'succeeded', amount_received: real.amount };
    const cases: [object, string][] = [
      [claims, 'o Stripe não confirma o pagamento'],
      [{ ...claims, amount: 1 }, 'valor 1, esperado 10000'],
      [{ ...claims, amount_received: 1 }, 'recebido 1, esperado 10000'],
      [{ ...claims, currency: 'usd' }, 'moeda usd'],
      [{ ...claims, livemode: true }, 'livemode diferente'],
      [{ ...claims, metadata: { ...real.metadata, userId: newId() } }, 'metadado userId diferente'],
      [{ ...claims, id: 'pi_unknown' }, 'outro payment intent'],
      [{ ...claims, id: 'pi_unknown', metadata: {} }, 'payment intent desconhecido no Stripe'],
    ];
    for (const [object, message] of cases) {
      const event = eventOf('payment_intent.succeeded', object);
      expect(await post(world, event)).toBe(200);
      expect(await eventRow(event.id)).toMatchObject({ status: 'failed', error_message: message });
    }
    expect(await world.balance(user)).toBe(0);
    const alerts = () => world.seen.filter((one) => JSON.stringify(one.data).includes('webhook-refused'));
    await eventually('admins are alerted', async () => alerts().length >= cases.length);
    await buyCredits(world, user);
  });

  it('have no effect for an intent that is not ours', async () => {
    const foreign = await stripe.paymentIntents.create({ amount: 700, currency: 'brl' });
    const event = eventOf('payment_intent.canceled', foreign);
    expect(await post(world, event)).toBe(200);
    expect(await eventRow(event.id)).toMatchObject({ status: 'processed', error_message: null });
  });

  it('fail a purchase when its intent at Stripe differs from our row', async () => {
    const user = await world.user();
    const purchase = newId();
    const made = await stripe.paymentIntents.create({
      amount: 500,
      currency: 'brl',
      metadata: { kind: 'purchase', purchaseId: purchase, userId: user.id },
    });
    await world.db.query(
      `WITH waits AS (INSERT INTO due (id, task, due_at) VALUES ($1, 'ask_purchase', now()))
       INSERT INTO credit_purchases (id, user_id, credits_amount, price_in_cents, package_type, payment_intent_id, created_at)
       VALUES ($1, $2, 90000, 90000, 'custom', $3, now())`,
      [purchase, user.id, made.id],
    );
    await world.confirm({ paymentIntentId: made.id, clientSecret: made.client_secret ?? '' });
    await eventually('purchase failed', async () => {
      const { items } = await world.rpc.listOwnPurchases({ page: 1, limit: 10 }, { token: user.token });
      return items[0]?.status === 'failed';
    });
    expect(await world.balance(user)).toBe(0);
  });
});

describe('webhooks that Stripe confirms', () => {
  it.each(['normal', 'delay', 'duplicate', 'reorder', 'drop'])('add credits once, mode %s', async (mode) => {
    await world.control('/_sim/webhooks', { mode, delayMs: 300 });
    const user = await world.user();
    const intent = await buyCredits(world, user);
    expect(intent).toMatchObject({ amount: 10_000, credits: 10_000 });
    await world.control('/_sim/webhooks', { mode: 'normal' });
    const listed = await stripe.events.list({ type: 'payment_intent.succeeded', limit: 100 });
    const event = listed.data.find(
      (one) => 'id' in one.data.object && one.data.object.id === intent.paymentIntentId,
    );
    if (!event) throw new Error('no event');
    // A repeated event changes nothing.
    expect(await post(world, event)).toBe(200);
    expect(await post(world, event)).toBe(200);
    expect(await eventRow(event.id)).toMatchObject({ status: 'processed' });
    expect(await deltasOf(world, user)).toEqual([10_000]);
  });

  it('wait while Stripe is unavailable, and missing ones are read from its event list', async () => {
    const user = await world.user();
    const admin = await world.user('admin');
    const health = async () =>
      (await world.rpc.getPaymentHealth({ period: 7 }, { token: admin.token })).successRate ?? 100;
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const intent = await startPurchase(world, user);
    const before = await health();
    expect((await world.confirm(intent, '4000000000000002')).status).toBe(402);
    // The webhook was dropped, so only Stripe's event list reports the decline.
    await eventually('the decline is counted', async () => (await health()) < before);
    await world.confirm(intent);
    const paid = await stripe.paymentIntents.retrieve(intent.paymentIntentId);
    const event = eventOf('payment_intent.succeeded', paid);
    await world.control('/_sim/hooks', { failNext: 1_000 });
    expect(await post(world, event)).toBe(200);
    expect(await eventRow(event.id)).toMatchObject({ status: 'received', error_message: 'unavailable' });
    await world.control('/_sim/hooks', { failNext: 0 });
    await eventually('it was processed', async () => (await eventRow(event.id))?.status === 'processed');
    expect(await deltasOf(world, user)).toEqual([10_000]);
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });

  it('are processed again when an admin replays them', async () => {
    const user = await world.user();
    const admin = await world.user('admin');
    const intent = await startPurchase(world, user);
    const real = await stripe.paymentIntents.retrieve(intent.paymentIntentId);
    const event = eventOf('payment_intent.succeeded', {
      ...real,
      status: 'succeeded',
      amount_received: 10_000,
    });
    await post(world, event);
    const failed = await world.rpc.listWebhookEvents(
      { page: { page: 1, limit: 100 }, statuses: ['failed'] },
      { token: admin.token },
    );
    expect(failed.items.length).toBe(failed.total);
    const mine = failed.items.find((one) => one.paymentIntentId === intent.paymentIntentId);
    expect(mine).toMatchObject({ eventType: 'payment_intent.succeeded', status: 'failed' });
    const id = mine?.id ?? '';
    await world.control('/_sim/webhooks', { mode: 'drop' });
    await world.confirm(intent);
    expect(await world.rpc.replayWebhookEvent({ id }, { token: admin.token })).toMatchObject({
      id,
      status: 'processed',
    });
    expect(await world.balance(user)).toBe(10_000);
    await world.rpc.replayWebhookEvent({ id }, { token: admin.token });
    expect(await deltasOf(world, user)).toEqual([10_000]);
    const pool = world.testEnv.pool({ connectionString: world.testEnv.adminUrl, max: 1 });
    const { rows } = await pool.query(
      "SELECT data FROM payment.outbox WHERE type = 'payment.act' AND aggregate_id = $1",
      [id],
    );
    const act = { action: 'webhook-replayed', actorId: admin.id, subjectType: 'payment', subjectId: id };
    expect(rows.map((row) => row.data)).toEqual([expect.objectContaining(act), expect.objectContaining(act)]);
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });
});
