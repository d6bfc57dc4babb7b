import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { describe, expect, it } from 'vitest';
import {
  atStripe,
  becomes,
  captureCredits,
  deltasOf,
  hold,
  opened,
  paymentsOf,
  statusOf,
} from './payments.ts';
import { FEE, ownWorld, type User } from './world.ts';

const world = await ownWorld();

/** Published events of a type about a payment or registration. */
const told = (type: string, about: string): string[] =>
  world.seen
    .filter((one) => one.type === type)
    .map((one) => JSON.stringify(one.data))
    .filter((data) => data.includes(about));

/** Waits until each event has its inbox row, written in the transaction of its effect. */
const taken = (...eventIds: string[]): Promise<unknown> =>
  eventually('events were taken', async () => {
    const { rowCount } = await world.db.query('SELECT 1 FROM inbox WHERE event_id = ANY($1)', [eventIds]);
    return rowCount === eventIds.length;
  });

const feesOf = async (user: User): Promise<number[]> =>
  (await deltasOf(world, user)).filter((delta) => Math.abs(delta) === FEE);

/** A captured card payment while the registration cannot answer. */
async function capturedByCard() {
  const { owner, id, intent } = await opened(world);
  const held = await hold(world, id);
  await world.confirm(intent);
  const [payment] = await becomes(world, id, 'card:captured');
  return { owner, id, held, paymentId: payment?.id ?? '', paymentIntentId: intent.paymentIntentId };
}

const paid = (owner: User, registrationId: string, paymentId?: string) => ({
  registrationId,
  userId: owner.id,
  ...(paymentId === undefined ? { manual: true } : { manual: false, paymentId }),
  amountCents: FEE,
  title: 'Programa de teste – versão 1',
});

describe('true events', () => {
  it('settle a payment once when registration.paid repeats', async () => {
    const { owner, id, held, paymentId } = await capturedByCard();
    const first = await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId));
    await held.release();
    const second = await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId));
    await taken(first, second);
    await becomes(world, id, 'card:settled');
    expect(await statusOf(world, owner, id)).toBe('paid');
    await taken(await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId)));
    await eventually('settled was told', async () => told('payment.settled', paymentId).length > 0);
    expect(told('payment.settled', paymentId)).toHaveLength(1);
    expect(told('payment.alert', paymentId)).toEqual([]);
  });

  it('record one payment by hand when registration.paid repeats', async () => {
    const owner = await world.user();
    const admin = await world.user('admin');
    const id = await world.payable(owner);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => world.publish(facts.registrationPaid, id, paid(owner, id))),
    );
    await taken(...ids);
    const [row] = await becomes(world, id, 'manual:settled');
    await eventually('settled was told', async () => told('payment.settled', row?.id ?? '').length > 0);
    expect(told('payment.settled', id)).toHaveLength(1);
    expect(await feesOf(owner)).toEqual([]);
  });

  it('return captured credits once when the registration is set paid by hand', async () => {
    const owner = await world.user();
    const admin = await world.user('admin');
    const id = await world.payable(owner);
    await captureCredits(world, owner, id);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    await taken(await world.publish(facts.registrationPaid, id, paid(owner, id)));
    await becomes(world, id, 'credits:given_back', 'manual:settled');
    expect(await feesOf(owner)).toEqual([-FEE, FEE]);
  });

  it('settle or return the charge when the owner deletes the registration', async () => {
    const { owner, id, held, paymentIntentId } = await capturedByCard();
    const deletion = world.registrations
      .deleteRegistration({ id }, { token: owner.token, deadlineMs: 15_000 })
      .then(
        () => true,
        () => false,
      );
    await held.release();
    const deleted = await deletion;
    await becomes(world, id, deleted ? 'card:given_back' : 'card:settled');
    expect(await atStripe(world, paymentIntentId)).toMatchObject({
      amountCaptured: FEE,
      amountRefunded: deleted ? FEE : 0,
    });
  });

  it('return captured credits once when the registration is deleted', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    await world.registrations.deleteRegistration({ id }, { token: owner.token });
    await captureCredits(world, owner, id);
    const data = { registrationId: id, userId: owner.id };
    const ids = await Promise.all([1, 2].map(() => world.publish(facts.registrationDeleted, id, data)));
    await taken(...ids);
    await becomes(world, id, 'credits:given_back');
    expect(await feesOf(owner)).toEqual([-FEE, FEE]);
  });
});

// Signed by the registration's key but false: a stolen key must not move money.
describe('false events', () => {
  it('settle nothing that the registration refuses', async () => {
    const [owner, stranger] = [await world.user(), await world.user()];
    const id = await world.payable(owner);
    const paymentId = await captureCredits(world, stranger, id);
    await taken(await world.publish(facts.registrationPaid, id, paid(stranger, id, paymentId)));
    await becomes(world, id, 'credits:given_back');
    expect(await feesOf(stranger)).toEqual([-FEE, FEE]);
    expect(await statusOf(world, owner, id)).toBe('submitted');
    expect(told('payment.settled', paymentId)).toEqual([]);
    // After the return, only admins are alerted.
    await taken(await world.publish(facts.registrationPaid, id, paid(stranger, id, paymentId)));
    await eventually('admins were told', async () =>
      told('payment.alert', paymentId).some((text) => text.includes('payment-contradiction')),
    );
    expect(await paymentsOf(world, id)).toMatchObject([{ status: 'given_back' }]);
  });

  it('alert admins about an unknown payment', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const unknown = newId();
    await taken(await world.publish(facts.registrationPaid, id, paid(owner, id, unknown)));
    await eventually('admins were told', async () =>
      told('payment.alert', unknown).some((text) => text.includes('payment-unknown')),
    );
    expect(await paymentsOf(world, id)).toEqual([]);
  });

  it('of a payment by hand record nothing, end no attempt and return no money', async () => {
    const owner = await world.user();
    const [open, captured] = [await world.payable(owner), await world.payable(owner)];
    const intent = await world.rpc.createRegistrationIntent({ id: open }, { token: owner.token });
    await captureCredits(world, owner, captured);
    for (const id of [open, captured]) {
      await taken(await world.publish(facts.registrationPaid, id, paid(owner, id)));
    }
    await becomes(world, open, 'card:open');
    await becomes(world, captured, 'credits:captured');
    expect(await atStripe(world, intent.paymentIntentId)).toMatchObject({
      status: 'requires_payment_method',
    });
    expect(await world.balance(owner)).toBe(0);
  });

  it('of a deletion return no captured money, and a new attempt can be paid', async () => {
    const owner = await world.user();
    const [open, captured] = [await world.payable(owner), await world.payable(owner)];
    await world.rpc.createRegistrationIntent({ id: open }, { token: owner.token });
    await captureCredits(world, owner, captured);
    for (const id of [open, captured]) {
      const data = { registrationId: id, userId: owner.id };
      await taken(await world.publish(facts.registrationDeleted, id, data));
    }
    await becomes(world, captured, 'credits:settled');
    expect(await world.balance(owner)).toBe(0);
    await world.confirm(await world.rpc.createRegistrationIntent({ id: open }, { token: owner.token }));
    await becomes(world, open, 'card:cancelled', 'card:settled');
  });
});
