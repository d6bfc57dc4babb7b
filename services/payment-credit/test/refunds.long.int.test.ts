import { register } from '@g2/kit/metrics';
import { eventually } from '@g2/kit/testing';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { observePayments } from '../src/metrics.ts';
import { saveDisputes } from '../src/refunds/store.ts';
import { unfinishedPayments } from '../src/reports/store-figures.ts';
import {
  buyCredits,
  deltasOf,
  lockRegistration,
  openCardPayment,
  paidByCard,
  paymentsBecome,
} from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld } from './world.ts';

/** Test cards: the refund stays pending; the refund succeeds and later fails. */
const PENDING = '4000000000007726';
const FAILS = '4000000000005126';
const HOUR_MS = 3_600_000;

const world = await ownWorld();
const stripe = stripeOf(world);

type Row = { status: string; refunded_amount: string; refund_attempt: number; tries: number | null };

const rowOf = async (intent: string): Promise<Row | undefined> =>
  (
    await world.db.query<Row>(
      `SELECT status, refunded_amount, refund_attempt, tries FROM registration_payments LEFT JOIN due USING (id)
       WHERE stripe_payment_intent_id = $1`,
      [intent],
    )
  ).rows[0];

const refundsOf = async (intent: string): Promise<Stripe.Refund[]> =>
  (await stripe.refunds.list({ payment_intent: intent })).data.toReversed();

const fail = (refund: Stripe.Refund | undefined) =>
  world.control(`/_sim/refunds/${refund?.id}`, { status: 'failed' });

const alerts = (about: string): string[] =>
  world.seen
    .filter((one) => one.type === 'payment.alert')
    .map((one) => JSON.stringify(one.data))
    .filter((text) => text.includes(about));

/** A card payment of an outdated price: the registration service refuses it, and the money is given back. */
async function refusedByRegistration(
  card?: string,
): Promise<{ intent: string; id: string; paymentId: string }> {
  const { id, intent } = await openCardPayment(world);
  await world.db.query('UPDATE registration.registrations SET payment_amount = 360000 WHERE id = $1', [id]);
  const held = await lockRegistration(world, id);
  await world.confirm(intent, card);
  const [payment] = await paymentsBecome(world, id, 'card:captured');
  await held.release();
  return { intent: intent.paymentIntentId, id, paymentId: payment?.id ?? '' };
}

describe('a payment that is being given back', () => {
  it('is refunded again when its refund fails after it had succeeded', async () => {
    const { intent, id, paymentId } = await refusedByRegistration();
    await paymentsBecome(world, id, 'card:given_back');
    const [first] = await refundsOf(intent);
    await fail(first);
    await eventually('it is tried again', async () => (await refundsOf(intent)).length === 2);
    await paymentsBecome(world, id, 'card:given_back');
    const [, second] = await refundsOf(intent);
    expect(second).toMatchObject({ status: 'succeeded', amount: FEE });
    expect(await rowOf(intent)).toMatchObject({ refund_attempt: 1, refunded_amount: String(FEE) });
    await eventually('admins are alerted', async () => alerts(paymentId).length === 1);
    expect(alerts(paymentId)[0]).toContain('refund-failed');
  });

  it('waits for a pending refund and makes no second one', async () => {
    await world.control('/_sim/hooks', { refundMs: HOUR_MS });
    const { intent, id } = await refusedByRegistration(PENDING);
    await eventually('it is refunded', async () => (await refundsOf(intent)).length === 1);
    const tries = async () => (await rowOf(intent))?.tries ?? 0;
    const before = await tries();
    await eventually('it was looked at again', async () => (await tries()) > before + 1);
    expect(await rowOf(intent)).toMatchObject({ status: 'giving_back', refunded_amount: '0' });
    // The payment waits for a bank, so it must not raise an alarm.
    expect(await unfinishedPayments(world.store())).toMatchObject([
      { status: 'captured' },
      { status: 'giving_back', payments: 1, oldestSeconds: 0, stuck: 0 },
    ]);
    const [refund] = await refundsOf(intent);
    await world.control(`/_sim/refunds/${refund?.id}`, { status: 'succeeded' });
    await paymentsBecome(world, id, 'card:given_back');
    expect(await refundsOf(intent)).toHaveLength(1);
  });

  it('alerts admins and sets the metric after three failed refunds', { timeout: 60_000 }, async () => {
    await world.control('/_sim/hooks', { refundMs: 50 });
    const { intent, id, paymentId } = await refusedByRegistration(FAILS);
    await eventually('nothing is tried any more', async () => {
      const row = await rowOf(intent);
      return row?.refund_attempt === 3 && row.tries === null;
    });
    expect(await rowOf(intent)).toMatchObject({ status: 'giving_back', refunded_amount: '0' });
    const refunds = await refundsOf(intent);
    expect(refunds.map((one) => one.status)).toEqual(['failed', 'failed', 'failed']);
    await eventually('admins are alerted', async () =>
      alerts(paymentId).some((text) => text.includes('Devolva o valor por transferência')),
    );
    await observePayments(world.store());
    const stuck = await register.getSingleMetric('g2_refunds_stuck')?.get();
    expect(stuck?.values[0]?.value).toBe(1);
    const waiting = await register.getSingleMetric('g2_payments_waiting')?.get();
    expect(waiting?.values.find((one) => one.labels.status === 'giving_back')?.value).toBe(1);

    // A refund made by hand at Stripe completes the return.
    await world.control('/_sim/hooks', { refundMs: HOUR_MS });
    await stripe.refunds.create({ payment_intent: intent });
    await paymentsBecome(world, id, 'card:given_back');
  });
});

describe('a refund made at Stripe that fails later', () => {
  it('returns the credits of a purchase each time it fails', async () => {
    const user = await world.user();
    const { paymentIntentId } = await buyCredits(world, user);
    for (let round = 0; round < 2; round++) {
      const refund = await stripe.refunds.create({ payment_intent: paymentIntentId });
      await eventually('taken back', async () => (await world.balance(user)) === 0);
      await fail(refund);
      await eventually('returned', async () => (await world.balance(user)) === 10_000);
    }
    expect(await deltasOf(world, user)).toEqual([10_000, -10_000, 10_000, -10_000, 10_000]);
  });

  it('clears the flag of a registration', async () => {
    const { registration, intent } = await paidByCard(world);
    const flag = async () =>
      (
        await world.db.query<{ flag: string | null; refunded_amount: string }>(
          'SELECT flag, refunded_amount FROM registration_payments WHERE registration_id = $1',
          [registration],
        )
      ).rows[0];
    const refund = await stripe.refunds.create({ payment_intent: intent, amount: 100 });
    await eventually('flagged', async () => (await flag())?.flag === 'refunded');
    await fail(refund);
    await eventually('cleared', async () => (await flag())?.flag === null);
    expect(await flag()).toEqual({ flag: null, refunded_amount: '0' });
  });
});

it('keeps the dispute state of the later event', async () => {
  const db = world.store();
  const [earlier, later] = [new Date('2026-11-20T10:00:00Z'), new Date('2026-11-21T10:00:00Z')];
  const publish = (status: string, at: Date) =>
    db.tx((tx) => saveDisputes(tx, 'pi_disputed', [{ id: 'du_1', status, amount: 100 }], at));
  await publish('won', later);
  const { all, news } = await publish('needs_response', earlier);
  expect(all).toMatchObject([{ id: 'du_1', status: 'won' }]);
  expect(news).toEqual([]);
});
