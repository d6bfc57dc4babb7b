import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { describe, expect, it } from 'vitest';
import {
  deltasOf,
  insertCapturedPayment,
  intentAtStripe,
  lockRegistration,
  openCardPayment,
  paymentsBecome,
  paymentsOf,
  statusOf,
} from './payments.ts';
import { FEE, ownWorld, type User } from './world.ts';

const world = await ownWorld();

/** Published events of a type that name a payment or registration. */
const publishedEvents = (type: string, about: string): string[] =>
  world.seen
    .filter((one) => one.type === type)
    .map((one) => JSON.stringify(one.data))
    .filter((data) => data.includes(about));

/** Waits until each event has its inbox row, which is written in the transaction of the event's effect. */
const waitForInbox = (...eventIds: string[]): Promise<unknown> =>
  eventually('events were taken', async () => {
    const { rowCount } = await world.db.query('SELECT 1 FROM inbox WHERE event_id = ANY($1)', [eventIds]);
    return rowCount === eventIds.length;
  });

const feesOf = async (user: User): Promise<number[]> =>
  (await deltasOf(world, user)).filter((delta) => Math.abs(delta) === FEE);

/** A captured card payment that the registration service cannot settle, since its row is locked. */
async function capturedByCard() {
  const { owner, id, intent } = await openCardPayment(world);
  const held = await lockRegistration(world, id);
  await world.confirm(intent);
  const [payment] = await paymentsBecome(world, id, 'card:captured');
  return { owner, id, held, paymentId: payment?.id ?? '', paymentIntentId: intent.paymentIntentId };
}

const paid = (owner: User, registrationId: string, paymentId?: string) => ({
  registrationId,
  userId: owner.id,
  ...(paymentId === undefined ? { manual: true } : { manual: false, paymentId }),
  amountCents: FEE,
  title: 'Programa de teste – versão 1',
});

describe('events that the registration service confirms', () => {
  it('settle a payment once when registration.paid repeats', async () => {
    const { owner, id, held, paymentId } = await capturedByCard();
    const first = await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId));
    await held.release();
    const second = await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId));
    await waitForInbox(first, second);
    await paymentsBecome(world, id, 'card:settled');
    expect(await statusOf(world, owner, id)).toBe('paid');
    await waitForInbox(await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId)));
    await eventually(
      'settled is published',
      async () => publishedEvents('payment.settled', paymentId).length > 0,
    );
    expect(publishedEvents('payment.settled', paymentId)).toHaveLength(1);
    expect(publishedEvents('payment.alert', paymentId)).toEqual([]);
  });

  it('record one payment by hand when registration.paid repeats', async () => {
    const owner = await world.user();
    const admin = await world.user('admin');
    const id = await world.payable(owner);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => world.publish(facts.registrationPaid, id, paid(owner, id))),
    );
    await waitForInbox(...ids);
    const [row] = await paymentsBecome(world, id, 'manual:settled');
    await eventually(
      'settled is published',
      async () => publishedEvents('payment.settled', row?.id ?? '').length > 0,
    );
    expect(publishedEvents('payment.settled', id)).toHaveLength(1);
    expect(await feesOf(owner)).toEqual([]);
  });

  it('return captured credits once when an admin marks the registration as paid', async () => {
    const owner = await world.user();
    const admin = await world.user('admin');
    const id = await world.payable(owner);
    await insertCapturedPayment(world, owner, id);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    await waitForInbox(await world.publish(facts.registrationPaid, id, paid(owner, id)));
    await paymentsBecome(world, id, 'credits:given_back', 'manual:settled');
    expect(await feesOf(owner)).toEqual([-FEE, FEE]);
  });

  it('settle or return a captured card payment when the owner deletes the registration', async () => {
    const { owner, id, held, paymentIntentId } = await capturedByCard();
    const deletion = world.registrations
      .deleteRegistration({ id }, { token: owner.token, deadlineMs: 15_000 })
      .then(
        () => true,
        () => false,
      );
    await held.release();
    const deleted = await deletion;
    await paymentsBecome(world, id, deleted ? 'card:given_back' : 'card:settled');
    expect(await intentAtStripe(world, paymentIntentId)).toMatchObject({
      amountCaptured: FEE,
      amountRefunded: deleted ? FEE : 0,
    });
  });

  it('return captured credits once when the registration is deleted', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    await world.registrations.deleteRegistration({ id }, { token: owner.token });
    await insertCapturedPayment(world, owner, id);
    const data = { registrationId: id, userId: owner.id };
    const ids = await Promise.all([1, 2].map(() => world.publish(facts.registrationDeleted, id, data)));
    await waitForInbox(...ids);
    await paymentsBecome(world, id, 'credits:given_back');
    expect(await feesOf(owner)).toEqual([-FEE, FEE]);
  });
});

// These events are signed by the registration's key but false: a stolen key must not move money.
describe('events that the registration service does not confirm', () => {
  it('do not settle a payment that the registration service refuses', async () => {
    const [owner, stranger] = [await world.user(), await world.user()];
    const id = await world.payable(owner);
    const paymentId = await insertCapturedPayment(world, stranger, id);
    await waitForInbox(await world.publish(facts.registrationPaid, id, paid(stranger, id, paymentId)));
    await paymentsBecome(world, id, 'credits:given_back');
    expect(await feesOf(stranger)).toEqual([-FEE, FEE]);
    expect(await statusOf(world, owner, id)).toBe('submitted');
    expect(publishedEvents('payment.settled', paymentId)).toEqual([]);
    // After the money was returned, the event only alerts admins.
    await waitForInbox(await world.publish(facts.registrationPaid, id, paid(stranger, id, paymentId)));
    await eventually('admins are alerted', async () =>
      publishedEvents('payment.alert', paymentId).some((text) => text.includes('payment-contradiction')),
    );
    expect(await paymentsOf(world, id)).toMatchObject([{ status: 'given_back' }]);
  });

  it('alert admins about a payment that payment-credit does not know', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const unknown = newId();
    await waitForInbox(await world.publish(facts.registrationPaid, id, paid(owner, id, unknown)));
    await eventually('admins are alerted', async () =>
      publishedEvents('payment.alert', unknown).some((text) => text.includes('payment-unknown')),
    );
    expect(await paymentsOf(world, id)).toEqual([]);
  });

  it('of a payment by hand change no attempt and move no money', async () => {
    const owner = await world.user();
    const [open, captured] = [await world.payable(owner), await world.payable(owner)];
    const intent = await world.rpc.createRegistrationIntent({ id: open }, { token: owner.token });
    await insertCapturedPayment(world, owner, captured);
    for (const id of [open, captured]) {
      await waitForInbox(await world.publish(facts.registrationPaid, id, paid(owner, id)));
    }
    await paymentsBecome(world, open, 'card:open');
    await paymentsBecome(world, captured, 'credits:captured');
    expect(await intentAtStripe(world, intent.paymentIntentId)).toMatchObject({
      status: 'requires_payment_method',
    });
    expect(await world.balance(owner)).toBe(0);
  });

  it('of a deletion return no captured money, and the registration stays payable', async () => {
    const owner = await world.user();
    const [open, captured] = [await world.payable(owner), await world.payable(owner)];
    await world.rpc.createRegistrationIntent({ id: open }, { token: owner.token });
    await insertCapturedPayment(world, owner, captured);
    for (const id of [open, captured]) {
      const data = { registrationId: id, userId: owner.id };
      await waitForInbox(await world.publish(facts.registrationDeleted, id, data));
    }
    await paymentsBecome(world, captured, 'credits:settled');
    expect(await world.balance(owner)).toBe(0);
    await world.confirm(await world.rpc.createRegistrationIntent({ id: open }, { token: owner.token }));
    await paymentsBecome(world, open, 'card:cancelled', 'card:settled');
  });
});
