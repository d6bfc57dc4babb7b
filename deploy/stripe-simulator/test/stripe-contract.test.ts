import { randomUUID } from 'node:crypto';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { openTarget, type Target } from './target.ts';

/** The registration fee, cents (spec §9). */
const FEE = 349_900;
/** Time limit of each test, ms: with real Stripe, calls cross the Internet. */
const TIMEOUT = { timeout: 60_000 };
const RETURN_URL = 'https://g2.example/dashboard';

let target: Target;
let stripe: Stripe;

beforeAll(async () => {
  target = await openTarget(process.env);
  stripe = target.stripe;
  console.log(`Stripe contract: ${target.name}`);
});
afterAll(async () => {
  await target?.stop();
});

const newIntent = (): Stripe.PaymentIntentCreateParams => ({
  amount: FEE,
  currency: 'brl',
  metadata: { kind: 'registration', paymentId: randomUUID() },
  description: 'G2 Software Registry: registro de software',
  allowed_payment_method_types: ['card'],
});

const create = (params = newIntent(), idempotencyKey: string = randomUUID()) =>
  stripe.paymentIntents.create(params, { idempotencyKey });

/** Parameters that confirm a payment with one of Stripe's test payment methods. */
const by = (payment_method: string) => ({ payment_method, return_url: RETURN_URL });

async function refusal(call: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const error = await call.then(
    () => new Error('it was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof Stripe.errors.StripeError)) throw error;
  return error;
}

/** Id of an intent's charge. The response contains only the id, because the charge is not expanded. */
function chargeOf({ latest_charge: charge }: Stripe.PaymentIntent): string {
  if (typeof charge !== 'string') throw new Error('no id of a charge');
  return charge;
}

async function paid(): Promise<Stripe.PaymentIntent> {
  const { id } = await create();
  return stripe.paymentIntents.confirm(id, by('pm_card_visa'));
}

describe('a payment intent', TIMEOUT, () => {
  it('is created as requested and can be read back unchanged', async () => {
    const params = newIntent();
    const made = await create(params);
    expect(made).toMatchObject({
      id: expect.stringMatching(/^pi_\w+$/),
      object: 'payment_intent',
      status: 'requires_payment_method',
      amount: FEE,
      amount_received: 0,
      currency: 'brl',
      livemode: false,
      metadata: params.metadata,
      description: params.description,
      payment_method_types: ['card'],
      latest_charge: null,
    });
    expect(made.client_secret?.startsWith(`${made.id}_secret_`)).toBe(true);
    const read = await stripe.paymentIntents.retrieve(made.id);
    expect(read).toMatchObject({ id: made.id, status: made.status, client_secret: made.client_secret });
  });

  it('is created once per idempotency key', async () => {
    const [params, key] = [newIntent(), randomUUID()];
    const first = await create(params, key);
    const again = await create(params, key);
    expect(again.id).toBe(first.id);
    expect(again.lastResponse.headers['idempotent-replayed']).toBe('true');
    // A replay returns the original state, not the current one.
    await stripe.paymentIntents.cancel(first.id);
    expect((await create(params, key)).status).toBe('requires_payment_method');
    expect((await stripe.paymentIntents.retrieve(first.id)).status).toBe('canceled');
    const other = await refusal(create({ ...params, amount: FEE + 1 }, key));
    expect(other).toBeInstanceOf(Stripe.errors.StripeIdempotencyError);
    expect(other).toMatchObject({ statusCode: 400 });
  });

  it('returns resource_missing when it does not exist', async () => {
    const missing = { code: 'resource_missing', statusCode: 404 };
    const id = `pi_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
    expect(await refusal(stripe.paymentIntents.retrieve(id))).toMatchObject(missing);
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject(missing);
    expect(await refusal(stripe.charges.retrieve(id.replace('pi_', 'ch_')))).toMatchObject(missing);
  });

  it('succeeds with pm_card_visa and can then be neither paid nor cancelled', async () => {
    const intent = await paid();
    expect(intent).toMatchObject({ status: 'succeeded', amount_received: FEE, currency: 'brl' });
    expect(chargeOf(intent)).toMatch(/^(ch|py)_\w+$/);
    const refused = { code: 'payment_intent_unexpected_state', statusCode: 400 };
    const confirm = stripe.paymentIntents.confirm(intent.id, by('pm_card_visa'));
    expect(await refusal(confirm)).toMatchObject(refused);
    expect(await refusal(stripe.paymentIntents.cancel(intent.id))).toMatchObject(refused);
  });

  it.each([
    ['pm_card_visa_chargeDeclined', 'generic_decline'],
    ['pm_card_visa_chargeDeclinedInsufficientFunds', 'insufficient_funds'],
  ])('is declined with %s (%s), stays open and accepts another card', async (card, declineCode) => {
    const { id } = await create();
    const declined = await refusal(stripe.paymentIntents.confirm(id, by(card)));
    expect(declined).toBeInstanceOf(Stripe.errors.StripeCardError);
    expect(declined).toMatchObject({
      statusCode: 402,
      code: 'card_declined',
      decline_code: declineCode,
      payment_intent: { id, status: 'requires_payment_method' },
    });
    const open = await stripe.paymentIntents.retrieve(id);
    expect(open).toMatchObject({ status: 'requires_payment_method', amount_received: 0 });
    expect(open.last_payment_error).toMatchObject({ code: 'card_declined', decline_code: declineCode });
    const second = await stripe.paymentIntents.confirm(id, by('pm_card_visa'));
    expect(second.status).toBe('succeeded');
  });

  it('waits for 3-D Secure and can be cancelled while waiting', async () => {
    const { id } = await create();
    const waiting = await stripe.paymentIntents.confirm(id, by('pm_card_authenticationRequired'));
    expect(waiting).toMatchObject({
      status: 'requires_action',
      amount_received: 0,
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: RETURN_URL } },
    });
    expect(URL.canParse(waiting.next_action?.redirect_to_url?.url ?? '')).toBe(true);
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
  });

  it('can be cancelled once and not be paid afterwards', async () => {
    const { id } = await create();
    expect((await stripe.paymentIntents.cancel(id)).status).toBe('canceled');
    const refused = { code: 'payment_intent_unexpected_state', statusCode: 400 };
    expect(await refusal(stripe.paymentIntents.cancel(id))).toMatchObject(refused);
    const confirm = stripe.paymentIntents.confirm(id, by('pm_card_visa'));
    expect(await refusal(confirm)).toMatchObject(refused);
  });
});

describe('a refund', TIMEOUT, () => {
  it('refunds the full amount once per idempotency key', async () => {
    const intent = await paid();
    const key = randomUUID();
    const refund = () => stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: key });
    const made = await refund();
    expect(made).toMatchObject({ status: 'succeeded', amount: FEE, payment_intent: intent.id });
    expect((await refund()).id).toBe(made.id);
    const more = stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: randomUUID() });
    expect(await refusal(more)).toMatchObject({ code: 'charge_already_refunded', statusCode: 400 });
    const charge = await stripe.charges.retrieve(chargeOf(intent));
    expect(charge).toMatchObject({ payment_intent: intent.id, amount_refunded: FEE, refunded: true });
    // The intent stays `succeeded`: only the charge shows a refund.
    const after = await stripe.paymentIntents.retrieve(intent.id);
    expect(after).toMatchObject({ status: 'succeeded', amount_received: FEE });
  });

  it('is refused for an unpaid intent', async () => {
    const { id } = await create();
    expect(await refusal(stripe.refunds.create({ payment_intent: id }))).toMatchObject({ statusCode: 400 });
  });
});

describe('events', TIMEOUT, () => {
  const types = ['payment_intent.succeeded', 'charge.refunded'];

  it('are listed newest first, in pages, filtered by time and type', async () => {
    const since = Math.floor(Date.now() / 1000) - 60;
    const intent = await paid();
    await stripe.refunds.create({ payment_intent: intent.id });
    const mine = async () => {
      const found: Stripe.Event[] = [];
      const list = stripe.events.list({ created: { gte: since }, types, limit: 1 });
      for await (const event of list) {
        const object: object = event.data.object;
        const about = 'payment_intent' in object ? object.payment_intent : 'id' in object && object.id;
        if (about === intent.id) found.push(event);
      }
      return found;
    };
    // Stripe lists events with a short delay.
    const events = await vi.waitFor(async () => {
      const found = await mine();
      expect(found.map((event) => event.type)).toEqual([...types].reverse());
      return found;
    }, 30_000);
    for (const event of events) {
      expect(event).toMatchObject({
        id: expect.stringMatching(/^evt_\w+$/),
        object: 'event',
        livemode: false,
      });
      expect(event.created).toBeGreaterThanOrEqual(since);
    }
    expect(events[1]?.data.object).toMatchObject({ id: intent.id, status: 'succeeded', amount: FEE });
    const page = await stripe.events.list({ created: { gte: since }, types, limit: 1 });
    expect(page).toMatchObject({ object: 'list', has_more: true, data: [{ object: 'event' }] });
  });
});

describe('a webhook’s signature', TIMEOUT, () => {
  const secret = 'whsec_contract';
  const payload = JSON.stringify({ id: 'evt_1', object: 'event', type: 'payment_intent.succeeded' });
  const signed = (timestamp = Math.floor(Date.now() / 1000)) =>
    stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp });

  it('depends on body and secret, and expires after five minutes', () => {
    const read = (body: string, header: string, by = secret) =>
      stripe.webhooks.constructEvent(body, header, by, 300);
    expect(signed()).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
    expect(read(payload, signed()).id).toBe('evt_1');
    const refused = Stripe.errors.StripeSignatureVerificationError;
    expect(() => read(`${payload} `, signed())).toThrow(refused);
    expect(() => read(payload, signed(), 'whsec_other')).toThrow(refused);
    expect(() => read(payload, signed(Math.floor(Date.now() / 1000) - 301))).toThrow(refused);
  });

  it("is accepted by the SDK for the simulator's webhooks", async () => {
    const { receiver } = target;
    // Skipped with real Stripe, which cannot send webhooks to a test.
    if (!receiver) return;
    const intent = await paid();
    const received = () => receiver.events.map((event) => JSON.stringify(event.data.object));
    // The receiver keeps only events that `constructEvent` accepts.
    await receiver.until(() => received().some((object) => object.includes(intent.id)));
    expect(receiver.types).toContain('payment_intent.succeeded');
  });
});
