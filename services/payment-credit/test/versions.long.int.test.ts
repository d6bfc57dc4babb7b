import { facts } from '@g2/proto/facts';
import { UPDATE_FEE_CENTS } from '@g2/terms/prices';
import { describe, expect, it } from 'vitest';
import { paymentsBecome, statusOf } from './payments.ts';
import { payableVersion } from './steps.ts';
import { ownWorld, type User } from './world.ts';

const world = await ownWorld();
const admin = await world.user('admin');

const amountsOf = async (id: string): Promise<number[]> => {
  const { rows } = await world.db.query<{ amount: string }>(
    'SELECT amount FROM registration_payments WHERE registration_id = $1',
    [id],
  );
  return rows.map(({ amount }) => Number(amount));
};
const reported = (id: string) =>
  world.seen.flatMap(({ type, data }) => {
    if (type !== facts.paymentSettled.type) return [];
    const said = facts.paymentSettled.codec.fromJSON(data);
    return said.registrationId === id ? [said.amountCents] : [];
  });

/** By card. */
async function buy(owner: User, packageId: string): Promise<void> {
  const intent = await world.rpc.createPurchaseIntent(
    { choice: { $case: 'packageId', value: packageId } },
    { token: owner.token },
  );
  await world.confirm(intent);
  const { paymentIntentId } = intent;
  await world.rpc.syncIntent({ paymentIntentId }, { token: owner.token });
}

describe('a new version of a registration', () => {
  it('costs the update fee by card', async () => {
    const owner = await world.user();
    const id = await payableVersion(world, owner, admin);
    const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
    expect(intent.amount).toBe(UPDATE_FEE_CENTS);
    await world.confirm(intent);
    await paymentsBecome(world, id, 'card:settled');
    expect(await statusOf(world, owner, id)).toBe('paid');
    const charged = (await world.intents()).find((one) => one.id === intent.paymentIntentId);
    expect(charged).toMatchObject({ amount: UPDATE_FEE_CENTS, amountCaptured: UPDATE_FEE_CENTS });
    expect(await amountsOf(id)).toEqual([UPDATE_FEE_CENTS]);
    await expect.poll(() => reported(id)).toEqual([UPDATE_FEE_CENTS]);
  });

  it('costs exactly the credits of the update package', async () => {
    const owner = await world.user();
    const id = await payableVersion(world, owner, admin);
    await buy(owner, 'update');
    expect(await world.balance(owner)).toBe(UPDATE_FEE_CENTS);
    const answer = await world.rpc.payWithCredits({ id }, { token: owner.token });
    expect(answer).toEqual({ creditsUsed: UPDATE_FEE_CENTS, balance: 0 });
    expect(await world.balance(owner)).toBe(0);
    expect(await statusOf(world, owner, id)).toBe('paid');
    expect(await amountsOf(id)).toEqual([UPDATE_FEE_CENTS]);
  });

  it('costs less than a first registration, for which the update package does not suffice', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    await buy(owner, 'update');
    await expect(world.rpc.payWithCredits({ id }, { token: owner.token })).rejects.toMatchObject({
      code: 'insufficient-credits',
      detail: { facts: { needed: '349900', balance: '149999', missing: '199901' } },
    });
  });

  it('is recorded with the update fee when paid by hand', async () => {
    const owner = await world.user();
    const id = await payableVersion(world, owner, admin);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    await paymentsBecome(world, id, 'manual:settled');
    expect(await amountsOf(id)).toEqual([UPDATE_FEE_CENTS]);
  });
});
