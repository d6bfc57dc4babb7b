import { appendFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from './server.ts';
import { control, createIntent, FEE, failure, KEYS, sdk } from './testing.ts';

let simulator: RunningSimulator;
let stripe: Stripe;

beforeEach(async () => {
  simulator = await startSimulator(KEYS);
  stripe = sdk(simulator);
});
afterEach(() => simulator.stop());

const create = (params?: Partial<Stripe.PaymentIntentCreateParams>, key?: string) =>
  createIntent(stripe, params, key);

describe('creation', () => {
  test('creates an intent that waits for a payment method', async () => {
    const intent = await create({
      metadata: { registrationId: 'r1' },
      receipt_email: 'a@b.c',
      description: 'x',
    });
    expect(intent.id).toMatch(/^pi_\w{24}$/);
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      amount: FEE,
      currency: 'brl',
      livemode: false,
      metadata: { registrationId: 'r1' },
      latest_charge: null,
    });
    expect(intent.lastResponse.requestId).toMatch(/^req_/);
    expect(intent.lastResponse.apiVersion).toBe(Stripe.API_VERSION);
    expect(await stripe.paymentIntents.retrieve(intent.id)).toMatchObject({ id: intent.id });
  });

  test.each([
    [{ amount: 0 }, 'amount'],
    [{ amount: 10 }, 'amount'],
    [{ amount: 100_000_000 }, 'amount'],
    [{ currency: 'xyz' }, 'currency'],
    [{ capture_method: 'manual' }, 'capture_method'],
  ] as const)('refuses an intent with %j', async (params, param) => {
    expect(await failure(create(params))).toMatchObject({ statusCode: 400, param });
  });

  test('refuses an unknown parameter and an unknown intent', async () => {
    const body = new URLSearchParams({ amount: '1000', currency: 'brl', amuont: '1' });
    const headers = { authorization: `Basic ${btoa(`${KEYS.secretKey}:`)}` };
    const response = await fetch(`${simulator.url}/v1/payment_intents`, { method: 'POST', body, headers });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: 'parameter_unknown', param: 'amuont' } });
    const unknown = await failure(stripe.paymentIntents.retrieve('pi_none'));
    expect(unknown).toMatchObject({ statusCode: 404, code: 'resource_missing' });
  });

  test('refuses a wrong, publishable or missing key', async () => {
    const wrong = await failure(sdk(simulator, 0, 'sk_sim_other').paymentIntents.list());
    expect(wrong).toBeInstanceOf(Stripe.errors.StripeAuthenticationError);
    const publishable = await failure(sdk(simulator, 0, KEYS.publishableKey).paymentIntents.list());
    expect(publishable).toMatchObject({ statusCode: 403, code: 'secret_key_required' });
    expect((await fetch(`${simulator.url}/v1/payment_intents`)).status).toBe(401);
  });
});

describe('idempotency', () => {
  test('returns the first response for a repeated call', async () => {
    const first = await create({}, 'key-1');
    const again = await create({}, 'key-1');
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  test('refuses a different call with the same key', async () => {
    await create({}, 'key-2');
    const error = await failure(create({ amount: 100_00 }, 'key-2'));
    expect(error).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(error.statusCode).toBe(400);
  });

  test('answers 409 while a call with the same key is under way', async () => {
    await control(simulator, 'hooks', { latencyMs: 300 });
    const [one, two] = await Promise.allSettled([create({}, 'key-3'), create({}, 'key-3')]);
    expect([one.status, two.status].sort()).toEqual(['fulfilled', 'rejected']);
    const rejected = one.status === 'rejected' ? one.reason : two.status === 'rejected' ? two.reason : null;
    expect(rejected).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
  });

  test('stores a decline under its key but not a parameter error', async () => {
    const intent = await create();
    const confirm = () =>
      failure(
        stripe.paymentIntents.confirm(
          intent.id,
          { payment_method: 'pm_card_visa_chargeDeclined' },
          { idempotencyKey: 'key-4' },
        ),
      );
    expect(await confirm()).toMatchObject({ statusCode: 402 });
    expect(await confirm()).toMatchObject({ statusCode: 402 });
    expect((await stripe.charges.list({ payment_intent: intent.id })).data).toHaveLength(1);
    await failure(create({ amount: 0 }, 'key-5'));
    expect(await create({}, 'key-5')).toMatchObject({ status: 'requires_payment_method' });
  });
});

describe('cancellation, refunds, disputes', () => {
  const pay = () => create({ confirm: true, payment_method: 'pm_card_visa' });

  test('refuses to pay a cancelled intent or to cancel a paid one', async () => {
    const intent = await create();
    const canceled = await stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'requested_by_customer',
    });
    expect(canceled).toMatchObject({ status: 'canceled', cancellation_reason: 'requested_by_customer' });
    const confirm = await failure(
      stripe.paymentIntents.confirm(intent.id, { payment_method: 'pm_card_visa' }),
    );
    expect(confirm.code).toBe('payment_intent_unexpected_state');
    const paid = await pay();
    const error = await failure(stripe.paymentIntents.cancel(paid.id));
    expect(error.payment_intent?.status).toBe('succeeded');
  });

  test('refunds a payment in parts, but never more than was paid', async () => {
    const paid = await pay();
    const part = await stripe.refunds.create({
      payment_intent: paid.id,
      amount: 100_000,
      reason: 'duplicate',
    });
    expect(part).toMatchObject({ status: 'succeeded', amount: 100_000, charge: paid.latest_charge });
    expect(await failure(stripe.refunds.create({ payment_intent: paid.id, amount: FEE }))).toMatchObject({
      statusCode: 400,
    });
    const rest = await stripe.refunds.create({ payment_intent: paid.id }, { idempotencyKey: 'refund' });
    const same = await stripe.refunds.create({ payment_intent: paid.id }, { idempotencyKey: 'refund' });
    expect(rest.amount).toBe(FEE - 100_000);
    expect(same.id).toBe(rest.id);
    const none = await failure(stripe.refunds.create({ payment_intent: paid.id }));
    expect(none.code).toBe('charge_already_refunded');
    expect((await stripe.refunds.list({ payment_intent: paid.id })).data).toHaveLength(2);
    expect(await stripe.refunds.retrieve(rest.id)).toMatchObject({ id: rest.id });
    const charge = await stripe.charges.retrieve(typeof rest.charge === 'string' ? rest.charge : '');
    expect(charge).toMatchObject({ amount_refunded: FEE, refunded: true });
    const list: unknown = await (await control(simulator, 'payment_intents')).json();
    expect(list).toEqual({
      items: [
        {
          id: paid.id,
          status: 'succeeded',
          amount: FEE,
          amountCaptured: FEE,
          amountRefunded: FEE,
          metadata: {},
        },
      ],
    });
  });

  test('refuses to refund a disputed charge', async () => {
    const paid = await pay();
    const opened = await control(simulator, 'disputes', { payment_intent: paid.id });
    const [dispute] = (await stripe.disputes.list({ payment_intent: paid.id })).data;
    expect(await opened.json()).toMatchObject({ id: dispute?.id, amount: FEE, status: 'needs_response' });
    expect((await failure(stripe.refunds.create({ payment_intent: paid.id }))).code).toBe('charge_disputed');
    const closed = await control(simulator, `disputes/${dispute?.id}/close`, { status: 'lost' });
    expect(await closed.json()).toMatchObject({ status: 'lost' });
    const [event] = (await stripe.events.list({ type: 'charge.dispute.closed' })).data;
    expect(event?.data.object).toMatchObject({ id: dispute?.id, status: 'lost' });
    expect((await control(simulator, 'disputes', { payment_intent: paid.id })).status).toBe(400);
  });
});

describe('events', () => {
  test('are listed newest first, in pages, filtered by type and time', async () => {
    const intents = [];
    for (let index = 0; index < 5; index += 1) intents.push(await create());
    const page = await stripe.events.list({ limit: 2, type: 'payment_intent.created' });
    expect(page.has_more).toBe(true);
    const all = await stripe.events.list({ limit: 2 }).autoPagingToArray({ limit: 100 });
    const ids = all.map((event) => ('id' in event.data.object ? event.data.object.id : ''));
    expect(ids).toEqual(intents.map((intent) => intent.id).reverse());
    const newer = await stripe.events.list({ ending_before: all[3]?.id ?? '', limit: 2 });
    expect(newer.data.map((event) => event.id)).toEqual([all[1]?.id, all[2]?.id]);
    expect(newer.has_more).toBe(true);
    const future = await stripe.events.list({ created: { gte: Math.floor(Date.now() / 1000) + 60 } });
    expect(future.data).toEqual([]);
    const types = await stripe.events.list({
      types: ['payment_intent.succeeded', 'payment_intent.canceled'],
    });
    expect(types.data).toEqual([]);
    const [newest] = all;
    expect(await stripe.events.retrieve(newest?.id ?? '')).toMatchObject({
      type: 'payment_intent.created',
      api_version: Stripe.API_VERSION,
      livemode: false,
    });
  });
});

describe('faults', () => {
  test('a call that fails with 500 creates nothing', async () => {
    await control(simulator, 'hooks', { failNext: 1 });
    expect(await failure(create())).toMatchObject({ statusCode: 500 });
    expect((await stripe.paymentIntents.list()).data).toEqual([]);
    await control(simulator, 'hooks', { failNext: 1 });
    const intent = await sdk(simulator, 1).paymentIntents.create({ amount: FEE, currency: 'brl' });
    expect(intent.status).toBe('requires_payment_method');
  });

  test('a retry after a lost connection gets the first call’s response', async () => {
    await control(simulator, 'hooks', { loseNext: 1 });
    const intent = await sdk(simulator, 1).paymentIntents.create({ amount: FEE, currency: 'brl' });
    expect(intent.lastResponse.headers['idempotent-replayed']).toBe('true');
    expect((await stripe.paymentIntents.list()).data).toHaveLength(1);
  });

  test.each([
    ['hooks', 'latencyMs', {}],
    ['hooks', 'processingMs', {}],
    ['hooks', 'refundMs', {}],
    ['hooks', 'voucherMs', {}],
    ['webhooks', 'delayMs', { mode: 'delay' }],
  ])('refuses a delay longer than a timer of Node.js: %s %s', async (path, name, rest) => {
    const longest = 2 ** 31 - 1;
    expect((await control(simulator, path, { ...rest, [name]: longest })).status).toBe(200);
    const refused = await control(simulator, path, { ...rest, [name]: longest + 1 });
    expect(refused.status).toBe(400);
    expect(await refused.json()).toMatchObject({
      error: { message: `Invalid integer: at most ${longest}`, param: name },
    });
  });

  test('keeps payments and idempotency keys after a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'stripe-simulator-'));
    const options = { ...KEYS, dataFile: join(folder, 'state', 'stripe.jsonl') };
    const first = await startSimulator(options);
    const params = { amount: FEE, currency: 'brl', confirm: true, payment_method: 'pm_card_visa' };
    const paid = await sdk(first).paymentIntents.create(params, { idempotencyKey: 'once' });
    await control(first, 'hooks', { processingMs: 60_000 });
    const slow = await sdk(first).paymentIntents.create(params);
    expect(slow.status).toBe('processing');
    await first.stop();
    const [line] = readFileSync(options.dataFile, 'utf8').split('\n');
    // Simulates a write that a kill cut off, at the position where the rest looks most like a complete line.
    appendFileSync(options.dataFile, line?.slice(0, line.lastIndexOf(']', line.length - 2) + 1) ?? '');
    const second = await startSimulator({ ...options, now: () => Date.now() + 120_000 });
    const again = await sdk(second).paymentIntents.create(params, { idempotencyKey: 'once' });
    expect(again).toMatchObject({ id: paid.id, status: 'succeeded', latest_charge: paid.latest_charge });
    await expect
      .poll(async () => (await sdk(second).paymentIntents.retrieve(slow.id)).status)
      .toBe('succeeded');
    await second.stop();
    rmSync(folder, { recursive: true });
  });
});
