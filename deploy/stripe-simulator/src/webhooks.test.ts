import type Stripe from 'stripe';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from './server.ts';
import { control, KEYS, Receiver, sdk } from './testing.ts';

let simulator: RunningSimulator;
let stripe: Stripe;
let receiver: Receiver;
let url: string;

beforeEach(async () => {
  receiver = new Receiver();
  url = await receiver.start();
  simulator = await startSimulator({ ...KEYS, webhookUrl: url, retryDelaysMs: [20, 20, 20] });
  stripe = sdk(simulator);
});
afterEach(async () => {
  await simulator.stop();
  receiver.stop();
});

const PAID = ['payment_intent.created', 'charge.succeeded', 'payment_intent.succeeded'];

function pay(): Promise<Stripe.PaymentIntent> {
  const params = { amount: 100_00, currency: 'brl', confirm: true, payment_method: 'pm_card_visa' };
  return stripe.paymentIntents.create(params);
}

test('sends signed events in order', async () => {
  const paid = await pay();
  await receiver.until(() => receiver.events.length === 3);
  expect(receiver.types).toEqual(PAID);
  expect(receiver.events[2]?.data.object).toMatchObject({ id: paid.id, status: 'succeeded' });
  await expect
    .poll(async () => (await stripe.events.list()).data.map((event) => event.pending_webhooks))
    .toEqual([0, 0, 0]);
});

test('sends an event for every step of a payment', async () => {
  await control(simulator, 'hooks', { processingMs: 1 });
  await pay();
  await receiver.until(() => receiver.events.length === 4);
  await control(simulator, 'hooks', { processingMs: 0 });
  const intent = await stripe.paymentIntents.create({ amount: 100_00, currency: 'brl' });
  await stripe.paymentIntents
    .confirm(intent.id, { payment_method: 'pm_card_chargeDeclined' })
    .catch(() => null);
  await stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_authenticationRequired' });
  await stripe.paymentIntents.cancel(intent.id);
  const paid = await pay();
  await stripe.refunds.create({ payment_intent: paid.id, amount: 10_00 });
  await control(simulator, 'disputes', { payment_intent: paid.id });
  await receiver.until(() => receiver.events.length === 16);
  expect(new Set(receiver.types)).toEqual(
    new Set([
      ...PAID,
      'payment_intent.processing',
      'charge.failed',
      'payment_intent.payment_failed',
      'payment_intent.requires_action',
      'payment_intent.canceled',
      'refund.created',
      'charge.refunded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]),
  );
  const refunded = receiver.events.find((event) => event.type === 'charge.refunded');
  expect(refunded?.data).toMatchObject({
    object: { amount_refunded: 10_00 },
    previous_attributes: { amount_refunded: 0 },
  });
});

test('retries a refused event until it is accepted', async () => {
  receiver.failNext = 4;
  await pay();
  await receiver.until(() => receiver.events.length === 3);
  expect(receiver.attempts).toBe(7);
  expect([...receiver.types].sort()).toEqual([...PAID].sort());
});

test('sends an event again on demand after its last attempt has failed', async () => {
  receiver.failNext = 4;
  await stripe.paymentIntents.create({ amount: 100_00, currency: 'brl' });
  await receiver.until(() => receiver.attempts === 4);
  const redeliver = async (): Promise<unknown> => (await control(simulator, 'webhooks/redeliver', {})).json();
  const [event] = (await stripe.events.list({ delivery_success: false })).data;
  expect(await redeliver()).toEqual({ eventIds: [event?.id] });
  await receiver.until(() => receiver.events.length === 1);
  await expect.poll(redeliver).toEqual({ eventIds: [] });
  await control(simulator, 'webhooks/redeliver', { eventId: event?.id });
  await receiver.until(() => receiver.events.filter(({ id }) => id === event?.id).length >= 2);
});

test('sends every event twice in mode duplicate', async () => {
  await control(simulator, 'webhooks', { mode: 'duplicate' });
  await pay();
  await receiver.until(() => receiver.events.length === 6);
  expect([...receiver.types].sort()).toEqual([...PAID, ...PAID].sort());
});

test('sends the newest event first in mode reorder', async () => {
  await control(simulator, 'webhooks', { mode: 'reorder', delayMs: 50 });
  await pay();
  await receiver.until(() => receiver.events.length === 3);
  expect(receiver.types).toEqual([...PAID].reverse());
});

test('sends events after the given delay in mode delay', async () => {
  await control(simulator, 'webhooks', { mode: 'delay', delayMs: 150 });
  const before = performance.now();
  await pay();
  expect(receiver.attempts).toBe(0);
  await receiver.until(() => receiver.events.length === 3);
  expect(performance.now() - before).toBeGreaterThanOrEqual(149);
});

test('sends no event in mode drop, but can deliver it later', async () => {
  await control(simulator, 'webhooks', { mode: 'drop' });
  await pay();
  const listed = (await stripe.events.list()).data.map((event) => event.id);
  expect(listed).toHaveLength(3);
  await control(simulator, 'webhooks', { mode: 'normal' });
  await stripe.paymentIntents.create({ amount: 100_00, currency: 'brl' });
  await receiver.until(() => receiver.events.length === 1);
  expect(listed).not.toContain(receiver.events[0]?.id);
  await control(simulator, 'webhooks/redeliver', {});
  await receiver.until(() => receiver.events.length === 4);
});

test('sends events to several receivers in turn', async () => {
  const second = new Receiver();
  await control(simulator, 'webhook-url', { url: `${url},${await second.start()}` });
  for (let index = 0; index < 3; index += 1) await pay();
  await receiver.until(() => receiver.events.length > 2);
  await second.until(() => second.events.length > 2);
  await expect.poll(() => receiver.events.length + second.events.length).toBe(9);
  second.stop();
});

test('keeps events until the first receiver is set', async () => {
  const lonely = await startSimulator(KEYS);
  await sdk(lonely).paymentIntents.create({ amount: 100_00, currency: 'brl' });
  await control(lonely, 'webhook-url', { url });
  await receiver.until(() => receiver.events.length === 1);
  expect(receiver.types).toEqual(['payment_intent.created']);
  await lonely.stop();
});

test('refuses an unknown mode, event or address', async () => {
  expect((await control(simulator, 'webhooks', { mode: 'chaos' })).status).toBe(400);
  expect((await control(simulator, 'webhooks/redeliver', { eventId: 'evt_x' })).status).toBe(404);
  expect((await control(simulator, 'webhook-url', { url: 'nowhere' })).status).toBe(400);
});
