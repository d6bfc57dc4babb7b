import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  deltasOf,
  intentAtStripe,
  openCardPayment,
  paymentsBecome,
  paymentsOf,
  startPurchase,
  statusOf,
} from './payments.ts';
import { FEE, ownWorld } from './world.ts';

/** A test card that pays after 3-D Secure. */
const SECURE = '4000002760003184';

const world = await ownWorld();

type Intent = { clientSecret: string; paymentIntentId: string };

const challenged = z.object({
  status: z.literal('requires_action'),
  next_action: z.object({ redirect_to_url: z.object({ url: z.url() }) }),
});

/** Confirms the intent with a 3-D Secure card. @returns URL of the bank's page */
async function begin(intent: Intent, card = SECURE): Promise<URL> {
  const confirmed = await world.confirm(intent, card);
  expect(confirmed.status).toBe(200);
  return new URL(challenged.parse(await confirmed.json()).next_action.redirect_to_url.url);
}

/** Answers on the bank's page. @returns the intent's status */
async function answer(page: URL, intent: Intent, outcome: 'approve' | 'fail'): Promise<string> {
  const pressed = await fetch(`${page.origin}${page.pathname}`, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams({ client_secret: intent.clientSecret, outcome }),
  });
  return z.object({ status: z.string() }).parse(await pressed.json()).status;
}

describe('3-D Secure of a registration', () => {
  it('the payment settles only after approval by the bank', async () => {
    const { owner, as, id, intent } = await openCardPayment(world);
    const { paymentIntentId } = intent;
    const page = await begin(intent);
    expect(await world.rpc.syncIntent({ paymentIntentId }, as)).toEqual({ status: 'requires_action' });
    expect(await paymentsOf(world, id)).toMatchObject([{ method: 'card', status: 'open' }]);
    // A browser that was closed and opened again gets the same intent.
    expect((await world.rpc.createRegistrationIntent({ id }, as)).paymentIntentId).toBe(paymentIntentId);
    expect(await answer(page, intent, 'approve')).toBe('succeeded');
    await paymentsBecome(world, id, 'card:settled');
    expect(await statusOf(world, owner, id)).toBe('paid');
    expect(await world.rpc.syncIntent({ paymentIntentId }, as)).toEqual({ status: 'succeeded' });
    // A second approval has no effect.
    expect(await answer(page, intent, 'approve')).toBe('succeeded');
    expect(await intentAtStripe(world, paymentIntentId)).toMatchObject({
      amountCaptured: FEE,
      amountRefunded: 0,
    });
  });

  it('a refusal leaves the attempt open, so that another card can pay', async () => {
    const { owner, as, id, intent } = await openCardPayment(world);
    const { paymentIntentId } = intent;
    const page = await begin(intent);
    expect(await answer(page, intent, 'fail')).toBe('requires_payment_method');
    expect(await world.rpc.syncIntent({ paymentIntentId }, as)).toEqual({
      status: 'requires_payment_method',
    });
    expect(await statusOf(world, owner, id)).toBe('submitted');
    // An approval after the refusal has no effect.
    expect(await answer(page, intent, 'approve')).toBe('requires_payment_method');
    const again = await world.rpc.createRegistrationIntent({ id }, as);
    expect(again.paymentIntentId).toBe(paymentIntentId);
    expect((await world.confirm(again)).status).toBe(200);
    await paymentsBecome(world, id, 'card:settled');
  });
});

describe('3-D Secure of a purchase', () => {
  it('adds the credits once after approval and none after a refusal', async () => {
    const user = await world.user();
    const as = { token: user.token };
    const intent = await startPurchase(world, user);
    const { paymentIntentId } = intent;
    expect(await answer(await begin(intent), intent, 'fail')).toBe('requires_payment_method');
    await world.rpc.syncIntent({ paymentIntentId }, as);
    expect(await world.balance(user)).toBe(0);
    expect(await answer(await begin(intent), intent, 'approve')).toBe('succeeded');
    await world.rpc.syncIntent({ paymentIntentId }, as);
    await eventually('credits came', async () => (await world.balance(user)) === 10_000);
    await world.rpc.syncIntent({ paymentIntentId }, as);
    expect(await deltasOf(world, user)).toEqual([10_000]);
  });
});
