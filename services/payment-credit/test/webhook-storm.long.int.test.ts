import { eventually } from '@g2/kit/testing';
import type Stripe from 'stripe';
import { expect, it } from 'vitest';
import { countersOf, paymentsOf, statusOf } from './payments.ts';
import { post, stripeOf } from './stripe.ts';
import { FEE, ownWorld, type User, type World } from './world.ts';

const COPIES = 10;
const AT_ONCE = 8;
/** No loop has work for an hour, so only webhooks deliver events in this test. */
const HOUR = '3600000';

const world = await ownWorld({ RECONCILE_EVERY_MS: HOUR, STALE_AFTER_MS: HOUR, REMIND_AFTER_MS: HOUR });
const stripe = stripeOf(world);
await world.control('/_sim/webhooks', { mode: 'drop' });

function shuffled<T>(items: T[]): T[] {
  const rest = [...items];
  return Array.from(items, () => rest.splice(Math.floor(Math.random() * rest.length), 1)).flat();
}

/** Delivers each event `COPIES` times, in random order, to the replicas in turn. */
async function storm(events: Stripe.Event[], replicas: Pick<World, 'running'>[]): Promise<number> {
  const queue = shuffled(events.flatMap((event) => Array.from({ length: COPIES }, () => event)));
  let sent = 0;
  const worker = async () => {
    for (let event = queue.pop(); event; event = queue.pop()) {
      const to = replicas[sent++ % replicas.length];
      if (to) expect(await post(to, event)).toBe(200);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return sent;
}

const allEvents = async (): Promise<Stripe.Event[]> => {
  const all: Stripe.Event[] = [];
  for await (const event of stripe.events.list({ limit: 100 })) all.push(event);
  return all;
};

async function buy(user: User, cents: number): Promise<string> {
  const choice = { $case: 'customAmount', value: cents } as const;
  const intent = await world.rpc.createPurchaseIntent({ choice }, { token: user.token });
  expect((await world.confirm(intent, '4000000000000002')).status).toBe(402);
  expect((await world.confirm(intent)).status).toBe(200);
  return intent.paymentIntentId;
}

const reported = (type: string): number => world.seen.filter((one) => one.type === type).length;

it('applies each event once when ten shuffled copies reach two replicas', async () => {
  const replica = await world.replica();
  const replicas = [world, replica];
  const user = await world.user();
  await buy(user, 60_000);
  const refunded = await buy(user, 20_000);
  const disputed = await buy(user, 10_000);
  const id = await world.payable(user);
  const intent = await world.rpc.createRegistrationIntent({ id }, { token: user.token });
  await world.confirm(intent, '4000000000009995');
  expect((await world.confirm(intent)).status).toBe(200);
  await stripe.refunds.create({ payment_intent: refunded, amount: 5_000 });
  const dispute = await world.control('/_sim/disputes', { payment_intent: disputed });
  const { id: disputeId } = (await dispute.json()) as { id: string };
  await world.control(`/_sim/disputes/${disputeId}/close`, { status: 'lost' });

  const events = await allEvents();
  expect(events.length).toBeGreaterThanOrEqual(12);
  expect(await world.balance(user)).toBe(0);
  expect(await storm(events, replicas)).toBe(events.length * COPIES);

  await eventually('the registration is paid', async () => (await statusOf(world, user, id)) === 'paid');
  await eventually('it is settled', async () => (await paymentsOf(world, id))[0]?.status === 'settled');
  const { rows } = await world.db.query('SELECT status FROM payment_webhook_events');
  expect(rows).toHaveLength(events.length);
  expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['processed']));
  expect(await world.balance(user)).toBe(60_000 + 20_000 - 5_000 + 10_000 - 10_000);
  const { items } = await world.rpc.listOwnTransactions({ page: 1, limit: 100 }, { token: user.token });
  expect(items.map((one) => one.delta).toSorted((a, b) => a - b)).toEqual([
    -10_000, -5_000, 10_000, 20_000, 60_000,
  ]);
  expect(await paymentsOf(world, id)).toMatchObject([{ method: 'card', status: 'settled' }]);
  // Each fact is published once, too.
  await eventually('facts are published', async () => reported('payment.settled') === 1);
  expect(reported('payment.purchase_completed')).toBe(3);
  expect(reported('payment.balance_changed')).toBe(5);

  // Delivering all events again changes nothing.
  await storm(events, replicas);
  expect((await world.rpc.listOwnTransactions({ page: 1, limit: 100 }, { token: user.token })).total).toBe(5);
  expect(reported('payment.settled')).toBe(1);
  const { kept, counted } = await countersOf(world);
  expect(kept).toEqual(counted);
  expect((await world.intents()).reduce((sum, one) => sum + one.amountCaptured - one.amountRefunded, 0)).toBe(
    60_000 + 20_000 + 10_000 + FEE - 5_000,
  );
  replica.rpc.close();
  await replica.running.stop();
});
