import { event, facts } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import type { Registration } from '@g2/proto/registration';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, createWorld, someone, type User, type World } from './world.ts';

let world: World;
const owner = someone();

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world?.close());

const captured = (
  registrationId: string,
  over: { paymentId?: string; amountCents?: number; user?: User } = {},
) =>
  event(facts.paymentCaptured, registrationId, 1, {
    paymentId: over.paymentId ?? newId(),
    registrationId,
    userId: (over.user ?? owner).id,
    method: 'card',
    amountCents: over.amountCents ?? 349_900,
    capturedAt: new Date(),
  });
const flagged = (state: Registration, paymentId: string, flag: string | undefined, version: number) =>
  event(facts.paymentFlagChanged, paymentId, version, { paymentId, registrationId: state.id, flag });

/** Waits until an event of this type was handled, told by its id in the inbox. */
const handled = (eventId: string) =>
  eventually('event handled', async () => {
    const { rowCount } = await world.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [eventId]);
    return rowCount === 1;
  });

async function deliver(told: ReturnType<typeof captured>, id = newId()): Promise<void> {
  await world.publish(told, id);
  await handled(id);
}

describe('payment.captured', () => {
  it('pays once, however often it is told, and says so again to one who reminds', async () => {
    const { id } = await world.payable(owner);
    const paymentId = newId();
    const eventId = newId();
    await deliver(captured(id, { paymentId }), eventId);
    await world.publish(captured(id, { paymentId }), eventId);
    await deliver(captured(id, { paymentId }));
    const state = await world.as(owner).getRegistration({ id });
    expect(state).toMatchObject({ status: 'paid', canPay: false, canEdit: false, statusUpdatedBy: owner.id });
    // A repeat of the same event is none; the third was a reminder, an event of its own.
    const told = await world.hears(id, 'registration.paid', 2);
    for (const paid of told) {
      expect(paid.data).toMatchObject({ paymentId, amountCents: 349_900, title: state.details?.title });
    }
    await world.drained();
    expect(world.of(id, 'registration.paid')).toHaveLength(2);
    expect(world.of(id, 'registration.payment_refused')).toHaveLength(0);
    expect(world.of(id, 'registration.status_changed')).toHaveLength(1);
    expect((await world.as(owner).getHistory({ id })).items).toHaveLength(2);
  });

  it('takes one of many different payments at once and refuses the rest', async () => {
    const { id } = await world.payable(owner);
    const told = Array.from({ length: 6 }, () => ({ eventId: newId(), paymentId: newId() }));
    await Promise.all(told.map(({ eventId, paymentId }) => deliver(captured(id, { paymentId }), eventId)));
    const refused = await world.hears(id, 'registration.payment_refused', 5);
    const [paid] = await world.hears(id, 'registration.paid');
    const all = [paid, ...refused].map((one) => one?.data.paymentId);
    expect(new Set(all)).toEqual(new Set(told.map((one) => one.paymentId)));
  });

  it('is refused without a file, for another amount or another’s registration, and for ever', async () => {
    const empty = await world.create(owner);
    const paymentId = newId();
    await deliver(captured(empty.id, { paymentId }));
    const [refused] = await world.hears(empty.id, 'registration.payment_refused');
    expect(refused?.data.paymentId).toBe(paymentId);
    await world.upload(owner, empty.id);
    await deliver(captured(empty.id, { paymentId }));
    expect((await world.as(owner).getRegistration({ id: empty.id })).status).toBe('submitted');
    const { id } = await world.payable(owner);
    await deliver(captured(id, { amountCents: 1 }));
    await deliver(captured(id, { user: someone() }));
    await world.hears(id, 'registration.payment_refused', 2);
    expect((await world.as(owner).getRegistration({ id })).canPay).toBe(true);
  });

  it('is refused when the registration was deleted meanwhile', async () => {
    const { id } = await world.payable(owner);
    await world.as(owner).deleteRegistration({ id });
    await deliver(captured(id));
    await world.hears(id, 'registration.payment_refused');
  });

  it('is refused when an admin set it paid by hand before', async () => {
    const { id } = await world.payable(owner);
    await world.as(someone('admin')).changeStatus({ id, status: 'paid' });
    const [paid] = await world.hears(id, 'registration.paid');
    expect(paid?.data).toMatchObject({ manual: true });
    expect(paid?.data.paymentId).toBeUndefined();
    await deliver(captured(id));
    await world.hears(id, 'registration.payment_refused');
  });
});

describe('payment.flag_changed', () => {
  const blocked = async (id: string) => (await world.as(owner).getCertificateFacts({ id })).blocked;

  it('holds the certificate back until it is cleared, in any order and twice', async () => {
    const state = await world.payable(owner);
    const paymentId = newId();
    // The flag may come before the payment it speaks of is known.
    await deliver(flagged(state, paymentId, 'disputed', 2));
    expect(await blocked(state.id)).toBe(false);
    await deliver(captured(state.id, { paymentId }));
    expect(await blocked(state.id)).toBe(true);
    await deliver(flagged(state, paymentId, undefined, 4));
    await deliver(flagged(state, paymentId, 'disputed', 3));
    expect(await blocked(state.id)).toBe(false);
    const eventId = newId();
    await deliver(flagged(state, paymentId, 'refunded', 5), eventId);
    await world.publish(flagged(state, paymentId, 'refunded', 5), eventId);
    expect(await blocked(state.id)).toBe(true);
  });

  it('of another payment changes nothing', async () => {
    const state = await world.payable(owner);
    await deliver(captured(state.id));
    await deliver(flagged(state, newId(), 'refunded', 2));
    expect(await blocked(state.id)).toBe(false);
  });
});

describe('what other services ask', () => {
  it('is payable, for the owner alone', async () => {
    const { id } = await world.payable(owner);
    expect(await world.as(owner).getPayable({ id })).toMatchObject({ canPay: true, amountCents: 349_900 });
    expect(await codeOf(world.as(someone('admin')).getPayable({ id }))).toBe('forbidden');
    await deliver(captured(id));
    expect(await world.as(owner).getPayable({ id })).toMatchObject({ canPay: false, status: 'paid' });
  });

  it('is for a certificate: owner, staff, and the certificate service', async () => {
    const { id } = await world.at(owner, 'paid');
    const share = { holderName: 'Bia', holderTaxId: '52998224725', ownershipPercentage: 10 };
    const open = await world.payable(owner);
    await world.as(owner).addHolder({ registrationId: open.id, ...share });
    const token = await world.bed.serviceToken('certificate');
    const seen = await world.client.getCertificateFacts({ id: open.id }, { token });
    expect(seen.holders).toMatchObject([share]);
    expect(seen.registration?.staff).toBeUndefined();
    expect(
      (await world.as(someone('operator')).getCertificateFacts({ id })).registration?.staff,
    ).toBeDefined();
    expect(await codeOf(world.as(someone()).getCertificateFacts({ id }))).toBe('not-found');
    expect(await codeOf(world.client.getCertificateFacts({ id: newId() }, { token }))).toBe('not-found');
    const wrong = await world.bed.serviceToken('payment-credit');
    expect(await codeOf(world.client.getCertificateFacts({ id }, { token: wrong }))).toBe('forbidden');
  });

  it('is whether a user has paid work unfinished', async () => {
    const user = someone();
    const token = await world.bed.serviceToken('identity');
    const asked = async () => (await world.client.hasUnfinishedPaid({ id: user.id }, { token })).found;
    await world.payable(user);
    expect(await asked()).toBe(false);
    const steps = ['paid', 'reviewing', 'government_processing', 'completed'];
    const { id } = await world.at(user, ...steps);
    expect(await asked()).toBe(true);
    await world.as(someone('admin')).changeStatus({ id, status: 'certificate_issued' });
    expect(await asked()).toBe(false);
    expect(await codeOf(world.as(someone('admin')).hasUnfinishedPaid({ id: user.id }))).toBe('forbidden');
  });
});
