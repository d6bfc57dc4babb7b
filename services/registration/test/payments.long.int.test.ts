import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import type { Registration } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { ownWorld, someone } from './world.ts';

const owner = someone();

const world = await ownWorld();

const flagged = (state: Registration, paymentId: string, flag: string | undefined, version: number) =>
  event(facts.paymentFlagChanged, paymentId, version, {
    paymentId,
    registrationId: state.id,
    flag,
    refundFailed: false,
  });

/** Publishes an event and waits until the inbox has its id. */
async function deliver(reported: ReturnType<typeof flagged>, id = newId()): Promise<void> {
  await world.publish(reported, id);
  await eventually('event handled', async () => {
    const { rowCount } = await world.pool.query('SELECT 1 FROM inbox WHERE event_id = $1', [id]);
    return rowCount === 1;
  });
}

describe('TakePayment', () => {
  it('pays once, and returns the same response for repeated calls', async () => {
    const { id } = await world.payable(owner);
    const paymentId = newId();
    const all = await Promise.all(Array.from({ length: 6 }, () => world.pay(id, owner, { paymentId })));
    for (const one of all) expect(one).toEqual({ taken: true, reason: '', title: 'Programa de Teste' });
    const state = await world.as(owner).getRegistration({ id });
    expect(state).toMatchObject({ status: 'paid', canPay: false, canEdit: false, statusUpdatedBy: owner.id });
    const [reported] = await world.waitForEvents(id, 'registration.paid');
    expect(reported?.data).toMatchObject({ paymentId, amountCents: 349_900 });
    await world.drained();
    expect(world.of(id, 'registration.paid')).toHaveLength(1);
    expect(world.of(id, 'registration.status_changed')).toHaveLength(1);
    expect((await world.as(owner).getHistory({ id })).items).toHaveLength(2);
  });

  it('returns the same response after title and status changed', async () => {
    const { id } = await world.payable(owner);
    const paymentId = newId();
    const first = await world.pay(id, owner, { paymentId });
    await world.as(someone('admin')).changeStatus({ id, status: 'reviewing' });
    await world.as(someone('admin')).changeStatus({ id, status: 'submitted' });
    await world.as(owner).updateRegistration({ id, title: 'Outro nome' });
    expect(await world.pay(id, owner, { paymentId })).toEqual(first);
    expect((await world.as(owner).getRegistration({ id })).status).toBe('submitted');
  });

  it('accepts one of many concurrent payments, and refuses the rest', async () => {
    const { id } = await world.payable(owner);
    const ids = Array.from({ length: 6 }, () => newId());
    const all = await Promise.all(ids.map((paymentId) => world.pay(id, owner, { paymentId })));
    expect(all.filter((one) => one.taken)).toHaveLength(1);
    const refused = all.filter((one) => !one.taken);
    expect(new Set(refused.map((one) => one.reason))).toEqual(new Set(['O registro já estava pago.']));
    const [paid] = await world.waitForEvents(id, 'registration.paid');
    expect(paid?.data.paymentId).toBe(ids[all.findIndex((one) => one.taken)]);
  });

  it('refuses a payment without a file, of another amount or of another user', async () => {
    const empty = await world.create(owner);
    const paymentId = newId();
    const refused = await world.pay(empty.id, owner, { paymentId });
    expect(refused).toMatchObject({ taken: false, reason: 'O registro não está disponível para pagamento.' });
    await world.upload(owner, empty.id);
    expect(await world.pay(empty.id, owner, { paymentId })).toEqual(refused);
    expect((await world.as(owner).getRegistration({ id: empty.id })).status).toBe('submitted');
    const { id } = await world.payable(owner);
    expect((await world.pay(id, owner, { amountCents: 1 })).reason).toBe(
      'O valor pago não é o valor do registro.',
    );
    expect((await world.pay(id, someone())).reason).toBe('O pagamento não é do titular do registro.');
    expect((await world.as(owner).getRegistration({ id })).canPay).toBe(true);
  });

  it('accepts a payment for only one registration', async () => {
    const [first, second] = [await world.payable(owner), await world.payable(owner)];
    const paymentId = newId();
    expect((await world.pay(first.id, owner, { paymentId })).taken).toBe(true);
    expect(await world.pay(second.id, owner, { paymentId })).toMatchObject({
      taken: false,
      reason: 'O pagamento já foi decidido para outro registro.',
    });
    expect((await world.as(owner).getRegistration({ id: second.id })).canPay).toBe(true);
  });

  it('refuses a payment if the registration was deleted or marked as paid', async () => {
    const gone = await world.payable(owner);
    await world.as(owner).deleteRegistration({ id: gone.id });
    expect(await world.pay(gone.id, owner)).toEqual({
      taken: false,
      reason: 'O registro não existe mais.',
      title: '',
    });
    const { id } = await world.payable(owner);
    await world.as(someone('admin')).changeStatus({ id, status: 'paid' });
    const [paid] = await world.waitForEvents(id, 'registration.paid');
    expect(paid?.data).toMatchObject({ manual: true });
    expect(paid?.data.paymentId).toBeUndefined();
    expect((await world.pay(id, owner)).taken).toBe(false);
  });

  it('is the only way to pay: a payment.captured event has no effect', async () => {
    const { id } = await world.payable(owner);
    const said = { paymentId: newId(), registrationId: id, userId: owner.id, amountCents: 349_900 };
    await world.publish({ type: 'payment.captured', aggregateId: id, version: 1, data: said });
    await deliver(flagged(await world.payable(owner), newId(), 'refunded', 1));
    const { rows } = await world.pool.query(
      "SELECT DISTINCT consumer FROM inbox WHERE consumer LIKE '%captured'",
    );
    expect(rows).toEqual([]);
    expect((await world.as(owner).getRegistration({ id })).status).toBe('submitted');
  });
});

describe('payment.flag_changed', () => {
  const blocked = async (id: string) => (await world.as(owner).getCertificateFacts({ id })).blocked;
  const toEnd = async (id: string) => {
    for (const status of ['reviewing', 'government_processing', 'completed', 'certificate_issued']) {
      await world.as(someone('admin')).changeStatus({ id, status });
    }
  };

  it('blocks the certificate until the flag is cleared, in any order and repeated', async () => {
    const state = await world.payable(owner);
    const paymentId = newId();
    // The flag may arrive before the payment is taken.
    await deliver(flagged(state, paymentId, 'disputed', 2));
    expect(await blocked(state.id)).toBe(false);
    await world.pay(state.id, owner, { paymentId });
    expect(await blocked(state.id)).toBe(true);
    await deliver(flagged(state, paymentId, undefined, 4));
    await deliver(flagged(state, paymentId, 'disputed', 3));
    expect(await blocked(state.id)).toBe(false);
    const eventId = newId();
    await deliver(flagged(state, paymentId, 'refunded', 5), eventId);
    await world.publish(flagged(state, paymentId, 'refunded', 5), eventId);
    expect(await blocked(state.id)).toBe(true);
  });

  it('ignores the flag of another payment', async () => {
    const state = await world.payable(owner);
    await world.pay(state.id, owner);
    await deliver(flagged(state, newId(), 'refunded', 2));
    expect(await blocked(state.id)).toBe(false);
  });

  it('unblocks the certificate if the flag is cleared during a status change', async () => {
    const state = await world.payable(owner);
    const paymentId = newId();
    await world.pay(state.id, owner, { paymentId });
    await deliver(flagged(state, paymentId, 'disputed', 1));
    const gate = await world.pool.connect();
    try {
      // Simulates a status change that is not committed yet and has read the flag.
      await gate.query('BEGIN');
      await gate.query(
        `UPDATE registrations SET status = 'certificate_issued', certificate_issued_at = now(),
           government_submitted_at = now() WHERE id = $1`,
        [state.id],
      );
      await world.publish(flagged(state, paymentId, undefined, 2));
      await world.blocked();
      await gate.query('COMMIT');
    } finally {
      gate.release();
    }
    await world.waitForEvents(state.id, 'registration.certificate_unblocked');
  });

  it('causes certificate_unblocked once if the flag is cleared after the last step', async () => {
    const state = await world.payable(owner);
    const paymentId = newId();
    await world.pay(state.id, owner, { paymentId });
    await deliver(flagged(state, paymentId, 'disputed', 1));
    await deliver(flagged(state, paymentId, undefined, 2));
    await deliver(flagged(state, paymentId, 'disputed', 3));
    await toEnd(state.id);
    // The flag of another payment does not block the certificate.
    const other = newId();
    await deliver(flagged(state, other, 'refunded', 1));
    await deliver(flagged(state, other, undefined, 2));
    await world.drained();
    expect(world.of(state.id, 'registration.certificate_unblocked')).toEqual([]);
    const eventId = newId();
    await deliver(flagged(state, paymentId, undefined, 4), eventId);
    await world.publish(flagged(state, paymentId, undefined, 4), eventId);
    await deliver(flagged(state, paymentId, undefined, 5));
    await world.waitForEvents(state.id, 'registration.certificate_unblocked');
    await world.drained();
    expect(world.of(state.id, 'registration.certificate_unblocked')).toHaveLength(1);
  });
});
