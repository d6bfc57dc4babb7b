import { eventually } from '@g2/kit/testing';
import type { PurchaseIntent } from '@g2/proto/payment';
import Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { KEYS } from './steps.ts';
import { FEE, ownWorld, type User } from './world.ts';

const world = await ownWorld();
const { hostname, port } = new URL(world.simulator);
const stripe = new Stripe(KEYS.STRIPE_SECRET_KEY, {
  host: hostname,
  port,
  protocol: 'http',
  maxNetworkRetries: 3,
});

const ledgerOf = async (user: User): Promise<number[]> =>
  (await world.rpc.listOwnTransactions({ page: 1, limit: 100 }, { token: user.token })).items
    .map((one) => one.delta)
    .reverse();

const buy = async (user: User, cents = 10_000): Promise<PurchaseIntent> =>
  world.rpc.createPurchaseIntent({ choice: { $case: 'customAmount', value: cents } }, { token: user.token });

const bought = async (user: User, cents = 10_000): Promise<PurchaseIntent> => {
  const intent = await buy(user, cents);
  const before = await world.balance(user);
  await world.confirm(intent);
  await eventually('credits came', async () => (await world.balance(user)) === before + cents);
  return intent;
};

const listed = async (admin: User, over: { statuses?: string[]; kinds?: string[] } = {}) => {
  const asked = { page: { page: 1, limit: 100 }, statuses: [], kinds: [], ...over };
  return (await world.rpc.listPayments(asked, { token: admin.token })).items;
};

describe('refunds and disputes', () => {
  const owed = async (user: User): Promise<number> =>
    Number((await world.db.query('SELECT owed FROM accounts WHERE user_id = $1', [user.id])).rows[0]?.owed);

  it('of a purchase debit what is left and record the rest as owed', async () => {
    const user = await world.user();
    const admin = await world.user('admin');
    const intent = await bought(user);
    await stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 2_500 });
    await eventually('partly debited', async () => (await world.balance(user)) === 7_500);
    const spend = { userId: user.id, delta: -7_000, reason: 'gasto', limit: 10_000 };
    await world.rpc.adjustCredits(spend, { token: admin.token });
    await stripe.refunds.create({ payment_intent: intent.paymentIntentId });
    await eventually('debited to zero', async () => (await world.balance(user)) === 0);
    await eventually('the rest is owed', async () => (await owed(user)) === 7_000);
    expect(await ledgerOf(user)).toEqual([10_000, -2_500, -7_000, -500]);
    const purchases = await listed(admin, { kinds: ['credit_purchase'], statuses: ['settled'] });
    expect(purchases.find((one) => one.stripePaymentIntentId === intent.paymentIntentId)).toMatchObject({
      kind: 'credit_purchase',
      registrationId: undefined,
      userId: user.id,
      method: 'card',
      amount: 10_000,
      refundedAmount: 10_000,
      flag: 'refunded',
      settledAt: expect.any(Date),
    });
  });

  it('of a purchase count once a dispute is lost, not while it is open or won', async () => {
    const user = await world.user();
    const won = await bought(user);
    const lost = await bought(user);
    const ids: string[] = [];
    for (const { paymentIntentId } of [won, lost]) {
      const opened = await world.control('/_sim/disputes', { payment_intent: paymentIntentId });
      ids.push(((await opened.json()) as { id: string }).id);
    }
    await world.control(`/_sim/disputes/${ids[0]}/close`, { status: 'won' });
    await world.control(`/_sim/disputes/${ids[1]}/close`, { status: 'lost' });
    await eventually('one is lost', async () => (await world.balance(user)) === 10_000);
    await eventually('all told', async () => {
      const text = JSON.stringify(world.seen);
      return text.includes(`${ids[0]} (won)`) && text.includes(`${ids[1]} (lost)`);
    });
    expect(await ledgerOf(user)).toEqual([10_000, 10_000, -10_000]);
    const mine = (await listed(await world.user('admin'))).filter((one) => one.userId === user.id);
    expect(mine.map((one) => [one.stripePaymentIntentId, one.flag])).toEqual([
      [lost.paymentIntentId, 'disputed'],
      [won.paymentIntentId, undefined],
    ]);
  });

  it('of a registration flag it, and a won dispute clears the flag', async () => {
    const owner = await world.user();
    const admin = await world.user('admin');
    const flagOf = async (intent: string) =>
      (await listed(admin)).find((one) => one.stripePaymentIntentId === intent)?.flag;
    const paid = async () => {
      const id = await world.payable(owner);
      const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
      await world.confirm(intent);
      await world.rpc.syncIntent({ paymentIntentId: intent.paymentIntentId }, { token: owner.token });
      return { id, intent: intent.paymentIntentId };
    };
    const disputed = await paid();
    const opened = await world.control('/_sim/disputes', { payment_intent: disputed.intent });
    const { id: disputeId } = (await opened.json()) as { id: string };
    await eventually('disputed', async () => (await flagOf(disputed.intent)) === 'disputed');
    const token = await world.bed.serviceToken('certificate');
    const blocked = async (id: string) =>
      (await world.registrations.getCertificateFacts({ id }, { token })).blocked;
    await eventually('the certificate is blocked', () => blocked(disputed.id));
    await world.control(`/_sim/disputes/${disputeId}/close`, { status: 'won' });
    await eventually('cleared', async () => (await flagOf(disputed.intent)) === undefined);
    await eventually('unblocked', async () => !(await blocked(disputed.id)));

    const refunded = await paid();
    await stripe.refunds.create({ payment_intent: refunded.intent });
    await eventually('refunded', async () => (await flagOf(refunded.intent)) === 'refunded');
    await eventually('the certificate is blocked', () => blocked(refunded.id));
    expect(JSON.stringify(world.seen)).toContain(`reembolso de ${FEE} centavos`);
    await buy(owner);
    const [all, registrations, purchases, open] = [
      await listed(admin),
      await listed(admin, { kinds: ['registration'] }),
      await listed(admin, { kinds: ['credit_purchase'] }),
      await listed(admin, { statuses: ['open', 'captured'] }),
    ];
    expect(registrations.every((one) => one.kind === 'registration' && one.registrationId)).toBe(true);
    expect(all.length).toBe(registrations.length + purchases.length);
    expect(all.map((one) => one.createdAt?.getTime())).toEqual(
      all.map((one) => one.createdAt?.getTime()).toSorted((a, b) => Number(b) - Number(a)),
    );
    expect(open.map((one) => [one.kind, one.status, one.userId])).toContainEqual([
      'credit_purchase',
      'open',
      owner.id,
    ]);
    expect(open.every((one) => one.status === 'open' || one.status === 'captured')).toBe(true);
  });
});
