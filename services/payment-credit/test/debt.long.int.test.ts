import { eventually } from '@g2/kit/testing';
import { afterAll, describe, expect, it } from 'vitest';
import { buyCredits, countersOf, ledgerOf, paymentsBecome } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld, type User } from './world.ts';

const world = await ownWorld();
const stripe = stripeOf(world);
const admin = await world.user('admin');
afterAll(async () => {
  const { kept, counted } = await countersOf(world);
  expect(kept).toEqual(counted);
});

const account = async (user: User) => {
  const { credits, owed } = await world.rpc.getOwnBalance({}, { token: user.token });
  return { credits, owed };
};

const adjust = (user: User, delta: number) =>
  world.rpc.adjustCredits(
    { userId: user.id, delta, reason: 'Ajuste', limit: 10_000 },
    { token: admin.token },
  );

/** A user who owes the price of a purchase: its credits were spent, then it was refunded. */
async function userWithDebt(cents = 10_000): Promise<User> {
  const user = await world.user();
  const { paymentIntentId: intent } = await buyCredits(world, user, cents);
  for (let left = cents; left > 0; left -= 10_000) await adjust(user, -Math.min(left, 10_000));
  await stripe.refunds.create({ payment_intent: intent });
  await eventually('it is owed', async () => (await account(user)).owed === cents);
  return user;
}

describe('debt', () => {
  it('is paid first from new credits, by a separate ledger entry', async () => {
    const user = await userWithDebt();
    expect(await adjust(user, 4_000)).toMatchObject({ balance: 0, transaction: { delta: 4_000 } });
    expect(await account(user)).toEqual({ credits: 0, owed: 6_000 });
    await buyCredits(world, user, 10_000);
    expect(await account(user)).toEqual({ credits: 4_000, owed: 0 });
    await adjust(user, 1_000);
    const entries = await ledgerOf(world, user);
    expect(entries.map((one) => one.delta)).toEqual([10_000, -10_000, 4_000, -4_000, 10_000, -6_000, 1_000]);
    const settling = entries.filter((one) => one.reason === 'Quitação de estorno em aberto');
    expect(settling.map((one) => one.referenceId)).toEqual([entries[2]?.id, entries[4]?.id]);
    // A balance event carries the balance after the debt was paid.
    const reported = () =>
      world.seen
        .filter((one) => one.type === 'payment.balance_changed')
        .map((one) => JSON.stringify(one.data))
        .filter((data) => data.includes(user.id));
    await eventually('the last balance is published', async () => reported().at(-1)?.includes('5000'));
    expect(reported().some((data) => data.includes('"10000"') && reported().indexOf(data) > 0)).toBe(false);
    const [balances] = (await world.rpc.getBalances({ userIds: [user.id] }, { token: admin.token })).items;
    expect(balances).toMatchObject({ userId: user.id, credits: 5_000, owed: 0 });
  });

  it('blocks payments with credits but leaves an open card attempt open', async () => {
    const user = await userWithDebt();
    const id = await world.payable(user);
    const refused = { code: 'credits-owed', detail: { facts: { owed: '10000' } } };
    const pay = () => world.rpc.payWithCredits({ id }, { token: user.token });
    await expect(pay()).rejects.toMatchObject(refused);
    await world.rpc.createRegistrationIntent({ id }, { token: user.token });
    await expect(pay()).rejects.toMatchObject(refused);
    await paymentsBecome(world, id, 'card:open');
    await buyCredits(world, user, FEE + 10_000);
    expect(await pay()).toEqual({ creditsUsed: FEE, balance: 0 });
  });

  it('is paid once when credits are added concurrently', async () => {
    const user = await userWithDebt();
    const results = await Promise.all(Array.from({ length: 6 }, () => adjust(user, 3_000)));
    expect(results).toHaveLength(6);
    expect(await account(user)).toEqual({ credits: 8_000, owed: 0 });
    const sum = (await ledgerOf(world, user)).reduce((total, one) => total + one.delta, 0);
    expect(sum).toBe(8_000);
  });
});

describe('registrations paid with credits of a reversed purchase', () => {
  const flags = async (user: User) =>
    new Map(
      (
        await world.rpc.listPayments(
          { page: { page: 1, limit: 100 }, statuses: [], kinds: ['registration'] },
          { token: admin.token },
        )
      ).items
        .filter((one) => one.userId === user.id)
        .map((one) => [one.registrationId, one.flag]),
    );
  const isBlocked = async (id: string) => {
    const token = await world.testEnv.serviceToken('certificate');
    return (await world.registrations.getCertificateFacts({ id }, { token })).blocked;
  };
  const paid = async (user: User) => {
    const id = await world.payable(user);
    await world.rpc.payWithCredits({ id }, { token: user.token });
    return id;
  };
  const disputed = async (intent: string): Promise<string> => {
    const opened = await world.control('/_sim/disputes', { payment_intent: intent });
    return ((await opened.json()) as { id: string }).id;
  };
  const close = (dispute: string, status: 'won' | 'lost') =>
    world.control(`/_sim/disputes/${dispute}/close`, { status });

  it('are flagged when a dispute is lost and cleared when it is won later', async () => {
    const user = await world.user();
    const { paymentIntentId: before } = await buyCredits(world, user, FEE);
    const elsewhere = await paid(user);
    const { paymentIntentId: intent } = await buyCredits(world, user, 2 * FEE + 5_000);
    const [older, newer] = [await paid(user), await paid(user)];
    const dispute = await disputed(intent);
    expect(before).not.toBe(intent);
    await close(dispute, 'lost');
    await eventually('both are flagged', async () => {
      const now = await flags(user);
      return now.get(older) === 'disputed' && now.get(newer) === 'disputed';
    });
    expect((await flags(user)).get(elsewhere)).toBeUndefined();
    expect(await account(user)).toEqual({ credits: 0, owed: 2 * FEE });
    for (const id of [older, newer]) await eventually('it is blocked', () => isBlocked(id));
    const alerts = world.seen.filter(({ data }) => (data as { userId?: string }).userId === user.id);
    expect(JSON.stringify(alerts)).toContain('Registros pagos com os créditos desta compra foram encerrados');
    // Only the field `title` names the registrations, and it is not sent over the bus.
    expect(JSON.stringify(alerts)).not.toContain('Programa de teste');

    await close(dispute, 'won');
    await eventually('they are free', async () => [...(await flags(user)).values()].every((flag) => !flag));
    for (const id of [older, newer]) await eventually('not blocked', async () => !(await isBlocked(id)));
    expect(await account(user)).toEqual({ credits: 5_000, owed: 0 });
  });

  it('are flagged by a refund, newest first, until they cover the missing credits', async () => {
    const user = await world.user();
    const { paymentIntentId: intent } = await buyCredits(world, user, 2 * FEE);
    const [older, newer] = [await paid(user), await paid(user)];
    await stripe.refunds.create({ payment_intent: intent, amount: FEE });
    await eventually('the newer is flagged', async () => (await flags(user)).get(newer) === 'refunded');
    expect((await flags(user)).get(older)).toBeUndefined();
    await stripe.refunds.create({ payment_intent: intent });
    await eventually('so is the older', async () => (await flags(user)).get(older) === 'refunded');
  });

  it('are not flagged while the balance covers the refund', async () => {
    const user = await world.user();
    const { paymentIntentId: intent } = await buyCredits(world, user, 10_000);
    await buyCredits(world, user, FEE);
    const id = await paid(user);
    await stripe.refunds.create({ payment_intent: intent });
    await eventually('taken back', async () => (await account(user)).credits === 0);
    expect((await flags(user)).get(id)).toBeUndefined();
    expect(await account(user)).toEqual({ credits: 0, owed: 0 });
  });
});
