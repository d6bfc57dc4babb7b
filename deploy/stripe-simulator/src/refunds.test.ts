import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningSimulator, startSimulator } from './server.ts';
import { control, createIntent, FEE, failure, KEYS, Receiver, sdk } from './testing.ts';

let simulator: RunningSimulator;
let stripe: Stripe;
let receiver: Receiver;

beforeEach(async () => {
  receiver = new Receiver();
  simulator = await startSimulator({ ...KEYS, webhookUrl: await receiver.start() });
  stripe = sdk(simulator);
});
afterEach(async () => {
  await simulator.stop();
  receiver.stop();
});

async function refunded(method: string): Promise<Stripe.Refund> {
  const { id } = await createIntent(stripe);
  const confirm = { payment_method: method, return_url: 'https://g2.example/' };
  await stripe.paymentIntents.confirm(id, confirm);
  return stripe.refunds.create({ payment_intent: id });
}

const idOf = (reference: unknown): string => (typeof reference === 'string' ? reference : '');

const chargeOf = (refund: Stripe.Refund) => stripe.charges.retrieve(idOf(refund.charge));

describe('a refund', () => {
  test('is pending before it succeeds, with the test card for pending refunds', async () => {
    await control(simulator, 'hooks', { refundMs: 50 });
    const refund = await refunded('pm_card_pendingRefund');
    expect(refund.status).toBe('pending');
    expect(await chargeOf(refund)).toMatchObject({ amount_refunded: FEE });
    await receiver.until(() => receiver.types.includes('charge.refund.updated'));
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' });
  });

  test('fails after it succeeded, with the test card for failing refunds', async () => {
    await control(simulator, 'hooks', { refundMs: 50 });
    const refund = await refunded('pm_card_refundFail');
    expect(refund.status).toBe('succeeded');
    await receiver.until(() => receiver.types.includes('refund.failed'));
    expect(await stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    });
    expect(await chargeOf(refund)).toMatchObject({ amount_refunded: 0, refunded: false });
    const again = await stripe.refunds.create({ payment_intent: refund.payment_intent as string });
    expect(again.id).not.toBe(refund.id);
  });

  test('can be failed by the control API and then stays failed', async () => {
    const refund = await refunded('pm_card_visa');
    const answer = await control(simulator, `refunds/${refund.id}`, { status: 'failed' });
    expect(await answer.json()).toMatchObject({ id: refund.id, status: 'failed' });
    expect((await control(simulator, `refunds/${refund.id}`, { status: 'succeeded' })).status).toBe(400);
    expect((await control(simulator, 'refunds/re_none', { status: 'failed' })).status).toBe(404);
    const gone = await failure(stripe.refunds.retrieve('re_none'));
    expect(gone.statusCode).toBe(404);
  });
});
