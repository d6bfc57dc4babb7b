import { eventually } from '@g2/kit/testing';
import { formatCents } from '@g2/terms/pt-br';
import { describe, expect, it } from 'vitest';
import { buyCredits, deltasOf, paidByCard, startPurchase } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld, type User } from './world.ts';

const world = await ownWorld();
const stripe = stripeOf(world);

const listed = async (admin: User, over: { statuses?: string[]; kinds?: string[] } = {}) => {
  const request = { page: { page: 1, limit: 100 }, statuses: [], kinds: [], ...over };
  return (await world.rpc.listPayments(request, { token: admin.token })).items;
};

describe('refunds and disputes', () => {
  const debtOf = async (user: User): Promise<number> =>
    Number((await world.db.query('SELECT owed FROM accounts WHERE user_id = $1', [user.id])).rows[0]?.owed);

  it('of a purchase debit the balance and record the rest as debt', async () => {
    const user = await world.user();
    const admin = await world.user('admin');
    const intent = await buyCredits(world, user);
    await stripe.refunds.create({ payment_intent: intent.paymentIntentId, amount: 2_500 });
    await eventually('partly debited', async () => (await world.balance(user)) === 7_500);
    const spend = { userId: user.id, delta: -7_000, reason: 'gasto', limit: 10_000 };
    await world.rpc.adjustCredits(spend, { token: admin.token });
    await stripe.refunds.create({ payment_intent: intent.paymentIntentId });
    await eventually('debited to zero', async () => (await world.balance(user)) === 0);
    await eventually('the rest is owed', async () => (await debtOf(user)) === 7_000);
    expect(await deltasOf(world, user)).toEqual([10_000, -2_500, -7_000, -500]);
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

  it('of a purchase take credits back only when a dispute is lost, not when it is won', async () => {
    const user = await world.user();
    const won = await buyCredits(world, user);
    const lost = await buyCredits(world, user);
    const ids: string[] = [];
    for (const { paymentIntentId } of [won, lost]) {
      const opened = await world.control('/_sim/disputes', { payment_intent: paymentIntentId });
      ids.push(((await opened.json()) as { id: string }).id);
    }
    await world.control(`/_sim/disputes/${ids[0]}/close`, { status: 'won' });
    await world.control(`/_sim/disputes/${ids[1]}/close`, { status: 'lost' });
    await eventually('one is lost', async () => (await world.balance(user)) === 10_000);
    await eventually('all are published', async () => {
      const alerts = world.seen.filter(({ data }) => (data as { userId?: string }).userId === user.id);
      const text = JSON.stringify(alerts);
      return text.includes('foi decidida a nosso favor') && text.includes('foi perdida');
    });
    expect(await deltasOf(world, user)).toEqual([10_000, 10_000, -10_000]);
    const mine = (await listed(await world.user('admin'))).filter((one) => one.userId === user.id);
    expect(mine.map((one) => [one.stripePaymentIntentId, one.flag])).toEqual([
      [lost.paymentIntentId, 'disputed'],
      [won.paymentIntentId, undefined],
    ]);
  });

  it('of a registration flag it and block its certificate, until the dispute is won', async () => {
    const admin = await world.user('admin');
    const flagOf = async (intent: string) =>
      (await listed(admin)).find((one) => one.stripePaymentIntentId === intent)?.flag;
    const disputed = await paidByCard(world);
    const opened = await world.control('/_sim/disputes', { payment_intent: disputed.intent });
    const { id: disputeId } = (await opened.json()) as { id: string };
    await eventually('disputed', async () => (await flagOf(disputed.intent)) === 'disputed');
    const token = await world.testEnv.serviceToken('certificate');
    const blocked = async (id: string) =>
      (await world.registrations.getCertificateFacts({ id }, { token })).blocked;
    await eventually('the certificate is blocked', () => blocked(disputed.registration));
    await world.control(`/_sim/disputes/${disputeId}/close`, { status: 'won' });
    await eventually('cleared', async () => (await flagOf(disputed.intent)) === undefined);
    await eventually('unblocked', async () => !(await blocked(disputed.registration)));

    const refunded = await paidByCard(world);
    await stripe.refunds.create({ payment_intent: refunded.intent });
    await eventually('refunded', async () => (await flagOf(refunded.intent)) === 'refunded');
    await eventually('the certificate is blocked', () => blocked(refunded.registration));
    expect(JSON.stringify(world.seen)).toContain(`Reembolso de ${formatCents(FEE)} feito`);
    await startPurchase(world, refunded.owner);
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
      refunded.owner.id,
    ]);
    expect(open.every((one) => one.status === 'open' || one.status === 'captured')).toBe(true);
  });
});
