import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { civilDay } from '@g2/terms/civil-days';
import { describe, expect, it } from 'vitest';
import { compareDays, countersOf } from './payments.ts';
import { attemptsBecome, endVoucher, startPayment, testServiceWithVouchers } from './vouchers.ts';
import { FEE, type User } from './world.ts';

const world = await testServiceWithVouchers();
const today = civilDay(new Date());

/** A boleto that was paid after a Pix had replaced it. @returns payment id and registration id */
async function lateBoleto(): Promise<{ id: string; registration: string }> {
  const owner = await world.user();
  const registration = await world.payable(owner);
  const boleto = await startPayment(world, owner, registration, 'boleto');
  const pix = await startPayment(world, owner, registration, 'pix');
  await endVoucher(world, pix.paymentIntentId, 'pay');
  await attemptsBecome(world, registration, 'cancelled', 'settled');
  await endVoucher(world, boleto.paymentIntentId, 'pay');
  const [late] = await attemptsBecome(world, registration, 'giving_back', 'settled');
  return { id: late?.id ?? '', registration };
}

const asked = (id: string, more: object = {}) => ({
  id,
  amount: FEE,
  transferredOn: today,
  reference: 'E00000000202611200000abc',
  note: 'Conta do pagador',
  ...more,
});
const record = (who: User, id: string, more: object = {}, idempotencyKey = newId()) =>
  world.rpc.recordTransfer(asked(id, more), { token: who.token, idempotencyKey });
const seen = (type: string, id: string) =>
  world.seen.filter((one) => one.type === type && JSON.stringify(one.data).includes(id));
const rowsOf = async (id: string) =>
  (await world.db.query<{ recorded_by: string }>('SELECT * FROM transfers WHERE payment_id = $1', [id])).rows;

describe('a boleto returned by transfer', () => {
  it('is recorded once and appears in the audit trail, an event and the figures', async () => {
    const { id, registration } = await lateBoleto();
    const admin = await world.user('admin');
    const details = () => world.rpc.getPayment({ id }, { token: admin.token });
    expect(await details()).toMatchObject({ payment: { toTransfer: FEE }, refundable: 0 });
    const key = newId();
    const made = await record(admin, id, {}, key);
    expect(made).toMatchObject({ amount: FEE, transferredOn: today, recordedBy: admin.id });
    // A retry under the same idempotency key returns the same transfer.
    expect(await record(admin, id, {}, key)).toEqual(made);
    await expect(record(admin, id, { reference: 'E2' })).rejects.toMatchObject({ code: 'conflict' });
    await attemptsBecome(world, registration, 'given_back', 'settled');
    expect(await details()).toMatchObject({
      payment: { status: 'given_back', toTransfer: 0, refundedAmount: FEE },
      transfer: { reference: 'E00000000202611200000abc', note: 'Conta do pagador' },
    });
    expect((await details()).steps.at(-1)).toMatchObject({ kind: 'transferred', amount: FEE });
    await eventually('its payer is mailed', async () => seen('payment.given_back', id).length > 0);
    expect(seen('payment.given_back', id)).toMatchObject([
      { data: { registrationId: registration, amountCents: FEE, transferredOn: today } },
    ]);
    await eventually('the trail has the act', async () => seen('payment.act', id).length > 0);
    expect(seen('payment.act', id)).toMatchObject([
      { data: { action: 'payment-given-back', actorId: admin.id, detail: { amountCents: String(FEE) } } },
    ]);
    const { rows } = await world.db.query<{ cents: string }>(
      'SELECT sum(refund_cents)::text AS cents FROM money_days WHERE day = $1',
      [today],
    );
    expect(rows[0]?.cents).toBe(String(FEE));
    const [days, counters] = [await compareDays(world), await countersOf(world)];
    expect([days.kept, counters.kept]).toEqual([days.counted, counters.counted]);
  });

  it('is recorded by one of two concurrent admins, and the other gets a conflict', async () => {
    const { id } = await lateBoleto();
    const admin = await world.user('admin');
    const other = await world.user('admin');
    const both = await Promise.allSettled([record(admin, id), record(other, id)]);
    expect(both.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(both.find((one) => one.status === 'rejected')).toMatchObject({ reason: { code: 'conflict' } });
    expect(await rowsOf(id)).toHaveLength(1);
  });

  it('cannot be recorded for a settled Pix or an unknown payment', async () => {
    const owner = await world.user();
    const registration = await world.payable(owner);
    const { paymentIntentId } = await startPayment(world, owner, registration, 'pix');
    await endVoucher(world, paymentIntentId, 'pay');
    const [paid] = await attemptsBecome(world, registration, 'settled');
    const admin = await world.user('admin');
    await expect(record(admin, paid?.id ?? '')).rejects.toMatchObject({ code: 'conflict' });
    await expect(record(admin, newId())).rejects.toMatchObject({ code: 'not-found' });
  });
});
