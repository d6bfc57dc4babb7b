import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { civilDay } from '@g2/terms/civil-days';
import type { PaymentAttention } from '@g2/terms/payments';
import type Stripe from 'stripe';
import { describe, expect, it } from 'vitest';
import { buyCredits, paidByCard } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld } from './world.ts';

const world = await ownWorld();
const stripe = stripeOf(world);
const admin = { token: (await world.user('admin')).token };

const listed = async (attention: PaymentAttention): Promise<string[]> =>
  (await world.rpc.listPayments({ statuses: [], kinds: [], attention, page: undefined }, admin)).items.map(
    ({ id }) => id,
  );
const counted = async (attention: PaymentAttention) =>
  (await world.rpc.countAttention({}, admin)).items.find((one) => one.attention === attention);
const paymentOf = async (id: string) => (await world.rpc.getPayment({ id }, admin)).payment;
const refundOf = async (intent: string): Promise<Stripe.Refund | undefined> =>
  (await stripe.refunds.list({ payment_intent: intent })).data[0];
const alertsOf = (paymentId: string) =>
  world.seen.flatMap(({ type, data }) =>
    type === 'payment.alert' && (data as { paymentId?: string }).paymentId === paymentId ? [data] : [],
  );
const closureIs = (registration: string, reason: string | undefined, token: string) =>
  eventually(`the case is ${reason ?? 'open'}`, async () => {
    const { closure } = await world.registrations.getRegistration({ id: registration }, { token });
    return closure?.reason === reason;
  });

const saysRefundFailed = async (registration: string, token: string): Promise<boolean> =>
  (await world.registrations.getRegistration({ id: registration }, { token })).refundFailed;

describe('a returned payment', () => {
  it('closes the case of its registration until the refund fails', async () => {
    const { owner, registration, id, intent } = await paidByCard(world);
    await world.rpc.refundPayment({ id, reason: 'requested', note: '' }, admin);
    await closureIs(registration, 'refunded', owner.token);
    expect(await paymentOf(id)).toMatchObject({ refundState: 'done', refundedAmount: FEE });
    await eventually('admins are alerted', async () => alertsOf(id).length === 1);
    expect(alertsOf(id)[0]).toMatchObject({
      kind: 'refund',
      userId: owner.id,
      amountCents: FEE,
      text: 'Reembolso de R$ 3.499,00 feito no Stripe.',
    });

    await world.control(`/_sim/refunds/${(await refundOf(intent))?.id}`, { status: 'failed' });
    await closureIs(registration, undefined, owner.token);
    expect(await paymentOf(id)).toMatchObject({ refundState: 'failed', refundedAmount: 0 });
    expect(await saysRefundFailed(registration, owner.token)).toBe(true);
    expect(await listed('refund_failed')).toContain(id);
    expect(await counted('refund_failed')).toMatchObject({ payments: 1, cents: FEE });

    // After a failed refund, an admin returns the money by transfer.
    const { transferable } = await world.rpc.getPayment({ id }, admin);
    expect(transferable).toBe(FEE);
    const transfer = { id, amount: FEE, transferredOn: civilDay(new Date()), reference: 'E1', note: '' };
    await world.rpc.recordTransfer(transfer, { ...admin, idempotencyKey: newId() });
    await closureIs(registration, 'refunded', owner.token);
    expect(await saysRefundFailed(registration, owner.token)).toBe(false);
    expect(await listed('refund_failed')).not.toContain(id);

    // A failure event that is processed again later does not revert the transfer.
    const { rows } = await world.db.query(
      "SELECT id FROM payment_webhook_events WHERE payment_intent_id = $1 AND event_type LIKE '%refund%'",
      [intent],
    );
    expect(rows.length).toBeGreaterThan(0);
    const before = alertsOf(id).length;
    for (const row of rows) await world.rpc.replayWebhookEvent({ id: row.id }, admin);
    expect(await paymentOf(id)).toMatchObject({ refundState: 'done', refundedAmount: FEE });
    expect(await listed('refund_failed')).not.toContain(id);
    await closureIs(registration, 'refunded', owner.token);
    expect(alertsOf(id)).toHaveLength(before);
  });

  it('closes the case even if the payment.flag_changed event is lost', async () => {
    const { owner, registration, id } = await paidByCard(world);
    // Simulates a lost payment.flag_changed event: the row changes and the task is due.
    await world.db.query(
      `UPDATE registration_payments SET refunded_amount = amount, flag = 'refunded', closed_at = now(),
         version = version + 1 WHERE id = $1`,
      [id],
    );
    await world.db.query("INSERT INTO due (id, task, due_at) VALUES ($1, 'follow', now())", [id]);
    await closureIs(registration, 'refunded', owner.token);
    await eventually('nothing is due', async () => {
      const { rowCount } = await world.db.query('SELECT FROM due WHERE id = $1', [id]);
      return rowCount === 0;
    });
  });

  it('closes the case when a dispute is lost, but not while it is open', async () => {
    const { owner, registration, id, intent } = await paidByCard(world);
    await world.control('/_sim/disputes', { payment_intent: intent });
    await eventually('it is disputed', async () => (await listed('dispute_open')).includes(id));
    const payment = await paymentOf(id);
    expect(payment).toMatchObject({ disputeState: 'open', disputeDueBy: expect.any(Date) });
    expect(await counted('dispute_open')).toMatchObject({
      payments: 1,
      cents: FEE,
      dueBy: payment?.disputeDueBy,
    });
    expect(
      (await world.registrations.getRegistration({ id: registration }, { token: owner.token })).closure,
    ).toBe(undefined);
    await eventually('admins are alerted with the last day to answer', async () =>
      alertsOf(id).some((one) => JSON.stringify(one).includes('Responda no painel do Stripe até')),
    );
    const [dispute] = (await stripe.disputes.list({ payment_intent: intent })).data;
    await world.control(`/_sim/disputes/${dispute?.id}/close`, { status: 'lost' });
    await closureIs(registration, 'dispute_lost', owner.token);
    expect(await listed('dispute_open')).not.toContain(id);
    expect(await listed('dispute_lost')).toContain(id);
    expect((await paymentOf(id))?.disputeDueBy).toBeUndefined();
  });

  it('shows the refund state of a purchase and notifies the buyer', async () => {
    const buyer = await world.user();
    const intent = await buyCredits(world, buyer);
    const [purchase] = (
      await world.rpc.listPayments({ statuses: [], kinds: [], userId: buyer.id, page: undefined }, admin)
    ).items;
    await stripe.refunds.create({ payment_intent: intent.paymentIntentId });
    await eventually(
      'it is refunded',
      async () => (await paymentOf(purchase?.id ?? ''))?.refundState === 'done',
    );
    await eventually('its buyer is mailed', async () =>
      world.seen.some(
        ({ type, data }) =>
          type === 'payment.refunded' && (data as { paymentId: string }).paymentId === purchase?.id,
      ),
    );
  });

  it('cannot be listed by an unknown attention filter', async () => {
    await expect(
      world.rpc.listPayments({ statuses: [], kinds: [], attention: 'x', page: undefined }, admin),
    ).rejects.toMatchObject({ code: 'invalid-input', detail: { fields: { attention: 'Filtro inválido' } } });
  });
});
