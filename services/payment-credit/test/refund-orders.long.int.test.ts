import { connectRpc } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { PaymentsService } from '@g2/proto/payment';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { buyCredits, compareDays, paidByCard, paymentsOf, startPurchase } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld, type User } from './world.ts';

/** A test card: the payment is disputed at once. */
const DISPUTED = '4000000000000259';

const world = await ownWorld();
const stripe = stripeOf(world);
const admin = await world.user('admin');
const asAdmin = { token: admin.token };

const order = (id: string, more: { reason?: string; note?: string } = {}, rpc = world.rpc) =>
  rpc.refundPayment({ id, reason: 'requested', note: '', ...more }, asAdmin);
const refundsOf = async (intent: string): Promise<Stripe.Refund[]> =>
  (await stripe.refunds.list({ payment_intent: intent })).data;
const details = (id: string) => world.rpc.getPayment({ id }, asAdmin);
const newestOf = async ({ id: userId }: User): Promise<string> =>
  (await world.rpc.listPayments({ statuses: [], kinds: [], userId, page: undefined }, asAdmin)).items[0]
    ?.id ?? '';
const ordersOf = async (id: string) =>
  (
    await world.db.query<{ state: string; due: boolean }>(
      `SELECT state, EXISTS (SELECT FROM due WHERE due.id = o.id) AS due FROM refund_orders o WHERE payment_id = $1
       ORDER BY ordered_at`,
      [id],
    )
  ).rows;
const flagged = (registration: string) =>
  eventually('the registration is flagged', async () => {
    const [row] = await paymentsOf(world, registration);
    return row?.refunded_amount === String(FEE);
  });

describe('a refund ordered by an admin', () => {
  it('is made once when ordered twice, and the audit trail names author and reason', async () => {
    const { id, registration, intent } = await paidByCard(world);
    const first = await order(id, { note: 'Ligou hoje' });
    expect(first).toMatchObject({ state: 'sent', amount: FEE, orderedBy: admin.id, reason: 'requested' });
    await flagged(registration);
    expect((await order(id)).id).toBe(first.id);
    expect(await refundsOf(intent)).toMatchObject([{ amount: FEE, status: 'succeeded' }]);
    expect(await details(id)).toMatchObject({
      payment: { flag: 'refunded', refundedAmount: FEE, status: 'settled' },
      refundable: 0,
      refund: { id: first.id, note: 'Ligou hoje' },
    });
    const { steps } = await details(id);
    expect(steps.map((one) => one.kind)).toEqual(expect.arrayContaining(['refund_ordered', 'refund']));
    const acts = () =>
      world.seen.filter((one) => one.type === 'payment.act' && JSON.stringify(one.data).includes(id));
    await eventually('the trail has the act', async () => acts().length > 0);
    expect(acts().map((one) => one.data)).toMatchObject([
      {
        action: 'payment-refunded',
        actorId: admin.id,
        subjectId: id,
        detail: { reason: 'requested', amountCents: String(FEE) },
      },
    ]);
    // The note is free text that may hold personal data, so the audit trail does not have it.
    expect(JSON.stringify(acts())).not.toContain('Ligou');
    // The order is finished, and the daily sums match the rows.
    expect(await ordersOf(id)).toEqual([{ state: 'sent', due: false }]);
    const { kept, counted } = await compareDays(world);
    expect(kept).toEqual(counted);
  });

  it('is made once for concurrent orders on two replicas', async () => {
    const { id, registration, intent } = await paidByCard(world);
    const other = await world.replica();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => order(id, {}, at % 2 === 0 ? world.rpc : other.rpc)),
    );
    expect(new Set(answers.map((one) => one.id)).size).toBe(1);
    await flagged(registration);
    expect(await refundsOf(intent)).toHaveLength(1);
    expect(await ordersOf(id)).toEqual([{ state: 'sent', due: false }]);
    other.rpc.close();
    await other.running.stop();
  });

  it('takes back the credits of a purchase', async () => {
    const owner = await world.user();
    const intent = await buyCredits(world, owner);
    const id = await newestOf(owner);
    expect((await details(id)).refundable).toBe(10_000);
    expect(await order(id)).toMatchObject({ state: 'sent', amount: 10_000 });
    await eventually('credits went', async () => (await world.balance(owner)) === 0);
    expect(await refundsOf(intent.paymentIntentId)).toHaveLength(1);
  });

  it('stays `asked` while Stripe is unavailable, and is sent later', async () => {
    const { id, registration, intent } = await paidByCard(world);
    await world.control('/_sim/hooks', { failNext: 8 });
    expect(await order(id)).toMatchObject({ state: 'asked' });
    await world.control('/_sim/hooks', { failNext: 0 });
    await flagged(registration);
    await eventually('nothing is due', async () => (await ordersOf(id))[0]?.due === false);
    expect(await ordersOf(id)).toEqual([{ state: 'sent', due: false }]);
    expect(await refundsOf(intent)).toHaveLength(1);
  });

  it('is not repeated when the response of Stripe is lost', async () => {
    const { id, registration, intent } = await paidByCard(world);
    await world.control('/_sim/hooks', { loseNext: 2 });
    await order(id);
    await flagged(registration);
    await eventually('it is known', async () => (await ordersOf(id))[0]?.state === 'sent');
    expect(await refundsOf(intent)).toHaveLength(1);
  });

  it('can be ordered again after it failed', async () => {
    const { id, registration, intent } = await paidByCard(world);
    const first = await order(id);
    await flagged(registration);
    const [refund] = await refundsOf(intent);
    await world.control(`/_sim/refunds/${refund?.id}`, { status: 'failed' });
    await eventually('it can be ordered', async () => (await details(id)).refundable === FEE);
    const second = await order(id, { reason: 'service' });
    expect(second).toMatchObject({ state: 'sent', reason: 'service' });
    expect(second.id).not.toBe(first.id);
    await flagged(registration);
    expect((await refundsOf(intent)).map((one) => one.status)).toEqual(['succeeded', 'failed']);
  });
});

describe('the order of a refund is refused', () => {
  it('for an unpaid payment, a payment with credits, an unknown id and an invalid reason', async () => {
    const owner = await world.user();
    const registration = await world.payable(owner);
    await world.rpc.createRegistrationIntent({ id: registration }, { token: owner.token });
    const [open] = await paymentsOf(world, registration);
    const withCredits = await world.payable(owner);
    await world.credit(owner, FEE);
    await world.rpc.payWithCredits({ id: withCredits }, { token: owner.token });
    const [byCredits] = await paymentsOf(world, withCredits);
    for (const [id, more, code] of [
      [open?.id, {}, 'conflict'],
      [byCredits?.id, {}, 'conflict'],
      [newId(), {}, 'not-found'],
      ['x', {}, 'not-found'],
      [open?.id, { reason: 'porque sim' }, 'invalid-input'],
      [open?.id, { reason: 'other', note: ' ' }, 'invalid-input'],
      [open?.id, { note: 'a'.repeat(1_001) }, 'invalid-input'],
    ] as const) {
      await expect(order(id ?? '', more), JSON.stringify([id, more])).rejects.toMatchObject({ code });
    }
    expect(await ordersOf(open?.id ?? '')).toEqual([]);
  });

  it('when a dispute took the money, and admins are alerted', async () => {
    const owner = await world.user();
    const intent = await startPurchase(world, owner);
    await world.confirm(intent, DISPUTED);
    await eventually('credits came', async () => (await world.balance(owner)) === 10_000);
    const id = await newestOf(owner);
    expect(await order(id)).toMatchObject({ state: 'refused' });
    await eventually('admins are alerted', async () =>
      world.seen.some(({ type, data }) => {
        const { paymentId, text = '' } = data as { paymentId?: string; text?: string };
        return type === 'payment.alert' && paymentId === id && text.includes('reembolso ordenado');
      }),
    );
    expect(await refundsOf(intent.paymentIntentId)).toEqual([]);
    expect(await ordersOf(id)).toEqual([{ state: 'refused', due: false }]);
  });
});

// The last test, since it stops the service of this process.
it('an ordered refund is made once when the server dies between the call to Stripe and the write', {
  timeout: 60_000,
}, async () => {
  const { id, registration, intent } = await paidByCard(world);
  await world.running.stop();
  // The update of the order waits for this lock.
  await world.db.query(`
    CREATE FUNCTION hold_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(4242); RETURN NEW; END $$;
    CREATE TRIGGER refund_orders_held BEFORE UPDATE ON refund_orders FOR EACH ROW EXECUTE FUNCTION hold_write()`);
  const holder = await world.db.connect();
  await holder.query('SELECT pg_advisory_lock(4242)');
  const dying = await world.startPeer();
  const rpc = connectRpc(PaymentsService, dying.grpc);
  const cut = rpc.refundPayment({ id, reason: 'requested', note: '' }, asAdmin).then(
    () => 'answered',
    () => 'cut',
  );
  await eventually('Stripe has made it', async () => (await refundsOf(intent)).length === 1);
  await dying.kill('SIGKILL');
  expect(await cut).toBe('cut');
  rpc.close();
  expect(await ordersOf(id)).toEqual([{ state: 'asked', due: true }]);
  await holder.query('SELECT pg_advisory_unlock(4242)');
  holder.release();
  await world.db.query('DROP TRIGGER refund_orders_held ON refund_orders');

  const next = await world.startPeer();
  await flagged(registration);
  await eventually('the order is sent', async () => (await ordersOf(id))[0]?.state === 'sent', 30_000);
  expect(await refundsOf(intent)).toMatchObject([{ amount: FEE, status: 'succeeded' }]);
  expect(await ordersOf(id)).toEqual([{ state: 'sent', due: false }]);
  await next.kill('SIGKILL');
});
