import { eventually } from '@g2/kit/testing';
import type { WebhookEvent } from '@g2/proto/payment';
import { expect, it } from 'vitest';
import { ROWS_KEPT, ROWS_PER_MINUTE } from '../src/stripe/refusals.ts';
import { eventOf, post, send, signatureOf, stripeOf } from './stripe.ts';
import { ownWorld } from './world.ts';

const world = await ownWorld();
const stripe = stripeOf(world);
const owner = await world.user();
const admin = await world.user('admin');
const choice = { $case: 'customAmount', value: 10_000 } as const;
const intent = await world.rpc.createPurchaseIntent({ choice }, { token: owner.token });
const real = await stripe.paymentIntents.retrieve(intent.paymentIntentId);
const event = eventOf('payment_intent.succeeded', { ...real, status: 'succeeded', amount_received: 10_000 });

const failedEvents = async (): Promise<WebhookEvent[]> =>
  (
    await world.rpc.listWebhookEvents(
      { page: { page: 1, limit: 100 }, statuses: ['failed'] },
      { token: admin.token },
    )
  ).items;

const ledgerLength = async (): Promise<number> =>
  (await world.rpc.listOwnTransactions({ page: 1, limit: 1 }, { token: owner.token })).total;

const body = () => JSON.stringify(event);
const tampered = () => body().replace('"amount_received":10000', '"amount_received":99999');

type Bad = [what: string, send: () => Promise<number>, reason: string, type?: string];
const bad: Bad[] = [
  ['unsigned', () => send(world, body(), {}), 'Sem assinatura do Stripe'],
  ['forged', () => post(world, event, { secret: 'whsec_other' }), 'Assinatura inválida'],
  ['tampered', () => send(world, tampered(), signatureOf(body())), 'Assinatura inválida'],
  ['garbled', () => send(world, body(), { 'stripe-signature': 't=1,v1=00' }), 'Assinatura inválida'],
  ['signed with two dates', () => send(world, body(), twiceDated()), 'Assinatura inválida'],
  ['stale', () => post(world, event, { at: Date.now() - 301_500 }), 'Assinatura vencida'],
  [
    'dated in the future',
    () => post(world, event, { at: Date.now() + 120_000 }),
    'Assinatura com data no futuro',
  ],
  ['not an event', () => post(world, { id: 7 }), 'não é um evento', 'unknown'],
  ['not JSON', () => send(world, 'oi', signatureOf('oi')), 'não é um evento', 'unknown'],
];

const twiceDated = (): Record<string, string> => {
  const { 'stripe-signature': good = '' } = signatureOf(body());
  return { 'stripe-signature': `t=1,${good}` };
};

it.each(bad)(
  'refuses a webhook that is %s and records the reason',
  async (_what, act, reason, type = event.type) => {
    const before = await failedEvents();
    expect(await act()).toBe(400);
    const known = new Set(before.map((one) => one.id));
    const fresh = (await failedEvents()).filter((one) => !known.has(one.id));
    expect(fresh).toHaveLength(1);
    expect(fresh[0]).toMatchObject({ status: 'failed', eventType: type });
    expect(fresh[0]?.errorMessage).toContain(reason);
    expect(fresh[0]?.paymentIntentId).toBe(type === 'unknown' ? undefined : intent.paymentIntentId);
    expect(await ledgerLength()).toBe(0);
  },
);

it('refuses to replay an unsigned event', async () => {
  for (const { id, errorMessage } of await failedEvents()) {
    const replay = world.rpc.replayWebhookEvent({ id }, { token: admin.token });
    await expect(replay, errorMessage).rejects.toMatchObject({ code: 'conflict' });
  }
  expect(await ledgerLength()).toBe(0);
});

it('accepts a signed event after a forged one had the same id', async () => {
  await world.control('/_sim/webhooks', { mode: 'drop' });
  expect((await world.confirm(intent)).status).toBe(200);
  expect(await post(world, event)).toBe(200);
  expect(await world.balance(owner)).toBe(10_000);
});

it('records a flood of refused webhooks in a bounded number of rows and counts them all', async () => {
  const rows = async () =>
    (
      await world.db.query<{ rows: string; attempts: string; key: boolean }>(
        `SELECT count(*) AS rows, sum(attempts) AS attempts FROM payment_webhook_events WHERE NOT verified`,
      )
    ).rows[0];
  const before = Number((await rows())?.attempts);
  for (let round = 0; round < 10; round++) {
    const statuses = await Promise.all(Array.from({ length: 20 }, () => send(world, body(), {})));
    expect(new Set(statuses)).toEqual(new Set([400]));
  }
  await eventually('all are published', async () => Number((await rows())?.attempts) === before + 200);
  // A new minute, with rows of its own, may begin during the flood.
  expect(Number((await rows())?.rows)).toBeLessThanOrEqual(2 * (ROWS_PER_MINUTE + 1));
  expect((await failedEvents())[0]?.errorMessage).toMatch(/^Mais \d+ avisos|Sem assinatura/);
});

it('deletes old refusals but keeps the newest ones and every signed event', async () => {
  const signed = async () =>
    (await world.db.query<{ id: string }>('SELECT id FROM payment_webhook_events WHERE verified')).rows;
  const before = await signed();
  await world.db.query(
    `INSERT INTO payment_webhook_events (id, stripe_event_id, event_type, object_id, status, error_message,
       attempts, occurred_at, received_at, processed_at, verified)
     SELECT gen_random_uuid(), 'unverified:old-' || n, 'unknown', '', 'failed', 'x', 1, at, at, at, false
     FROM generate_series(1, $1::int) AS n, LATERAL (SELECT now() - n * interval '1 hour' AS at) AS t`,
    [ROWS_KEPT + 50],
  );
  await world.restart();
  expect(await send(world, body(), {})).toBe(400);
  await eventually('old rows are gone', async () => {
    const { rows } = await world.db.query<{ n: string }>(
      'SELECT count(*) AS n FROM payment_webhook_events WHERE NOT verified',
    );
    return Number(rows[0]?.n) <= ROWS_KEPT;
  });
  // More signed events may have arrived meanwhile.
  expect(await signed()).toEqual(expect.arrayContaining(before));
});
