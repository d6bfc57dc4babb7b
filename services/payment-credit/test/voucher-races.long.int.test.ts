import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { describe, expect, it } from 'vitest';
import { countersOf, paymentsOf, statusOf } from './payments.ts';
import { eventOf, post, stripeOf } from './stripe.ts';
import { attemptsBecome, endVoucher, PAYER, startPayment, testServiceWithVouchers } from './vouchers.ts';
import { FEE, type User } from './world.ts';

const world = await testServiceWithVouchers();

/** Cents that the provider keeps for a registration after refunds. */
async function keptFor(registrationId: string): Promise<number> {
  const intents = (await world.intents()).filter((one) => one.metadata.registrationId === registrationId);
  return intents.reduce((sum, one) => sum + one.amountCaptured - one.amountRefunded, 0);
}

const settledOnce = (registrationId: string) =>
  eventually('one payment settled, nothing on its way', async () => {
    const rows = await paymentsOf(world, registrationId);
    const isOne = rows.filter((row) => row.status === 'settled').length === 1;
    return isOne && !rows.some((row) => ['open', 'captured', 'giving_back'].includes(row.status));
  });

describe('concurrent methods of payment', () => {
  it('keep one payment when a Pix is paid while a card replaces it', async () => {
    for (let round = 0; round < 10; round++) {
      const owner = await world.user();
      const id = await world.payable(owner);
      const pix = await startPayment(world, owner, id, 'pix');
      const byCard = async () => world.confirm(await startPayment(world, owner, id, 'card'));
      await Promise.allSettled([byCard(), endVoucher(world, pix.paymentIntentId, 'pay')]);
      await settledOnce(id);
      expect(await keptFor(id)).toBe(FEE);
      expect(await statusOf(world, owner, id)).toBe('paid');
    }
  });

  it.each(['pix', 'card'] as const)('keep one payment when both %s and credits pay', async (method) => {
    for (let round = 0; round < 10; round++) {
      const owner = await world.user();
      await world.credit(owner, FEE);
      const id = await world.payable(owner);
      const intent = await startPayment(world, owner, id, method);
      await Promise.allSettled([
        world.rpc.payWithCredits({ id }, { token: owner.token, deadlineMs: 15_000 }),
        method === 'card' ? world.confirm(intent) : endVoucher(world, intent.paymentIntentId, 'pay'),
      ]);
      await settledOnce(id);
      expect((await keptFor(id)) + FEE - (await world.balance(owner))).toBe(FEE);
    }
  });

  it('leave at most one attempt open', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const methods = ['card', 'pix', 'boleto', 'pix', 'card', 'boleto'] as const;
    await Promise.allSettled(methods.map((method) => startPayment(world, owner, id, method)));
    const rows = await paymentsOf(world, id);
    expect(rows.filter((row) => row.status === 'open').length).toBeLessThanOrEqual(1);
    const last = await startPayment(world, owner, id, 'pix');
    await endVoucher(world, last.paymentIntentId, 'pay');
    await eventually('settled', async () => (await statusOf(world, owner, id)) === 'paid');
    expect(await keptFor(id)).toBe(FEE);
  });
});

describe('late, repeated or reordered events', () => {
  it('return the money of a Pix that succeeded after another payment', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const pix = await startPayment(world, owner, id, 'pix');
    // The Pix is paid without a webhook, after the database has ended its attempt.
    await world.control('/_sim/webhooks', { mode: 'drop' });
    await world.db.query('DELETE FROM due');
    await world.db.query(`UPDATE registration_payments SET status = 'cancelled' WHERE registration_id = $1`, [
      id,
    ]);
    await endVoucher(world, pix.paymentIntentId, 'pay');
    await world.control('/_sim/webhooks', { mode: 'normal' });
    const card = await startPayment(world, owner, id, 'card');
    expect((await world.confirm(card)).status).toBe(200);
    await eventually('paid', async () => (await statusOf(world, owner, id)) === 'paid');
    const intent = await stripeOf(world).paymentIntents.retrieve(pix.paymentIntentId);
    expect(await post(world, eventOf('payment_intent.succeeded', intent))).toBe(200);
    await attemptsBecome(world, id, 'given_back', 'settled');
    expect(await keptFor(id)).toBe(FEE);
  });

  it('settle a paid Pix once when each event arrives five times in reverse order', async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const owner = await world.user();
    const id = await world.payable(owner);
    const { paymentIntentId } = await startPayment(world, owner, id, 'pix');
    const waiting = await stripeOf(world).paymentIntents.retrieve(paymentIntentId);
    await endVoucher(world, paymentIntentId, 'pay');
    const paid = await stripeOf(world).paymentIntents.retrieve(paymentIntentId);
    const events = [
      eventOf('payment_intent.succeeded', paid),
      eventOf('payment_intent.requires_action', waiting),
    ];
    await Promise.all(events.flatMap((event) => Array.from({ length: 5 }, () => post(world, event))));
    await attemptsBecome(world, id, 'settled');
    const settled = () =>
      world.seen.filter((one) => one.type === 'payment.settled' && JSON.stringify(one.data).includes(id));
    await expect.poll(settled).toHaveLength(1);
    // The outbox has one event only, so no second one will be published later.
    const { rows } = await world.db.query<{ n: string }>(
      "SELECT count(*) AS n FROM outbox WHERE type = 'payment.settled' AND data ->> 'registrationId' = $1",
      [id],
    );
    expect(Number(rows[0]?.n)).toBe(1);
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });

  it('leave an expired boleto to the reconciler, which cancels it without a webhook', async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const owner = await world.user();
    const id = await world.payable(owner);
    const { paymentIntentId } = await startPayment(world, owner, id, 'boleto');
    await endVoucher(world, paymentIntentId, 'expire');
    await attemptsBecome(world, id, 'cancelled');
    await world.control('/_sim/webhooks', { mode: 'normal' });
    const { rows } = await world.db.query<{ declines: string }>(
      'SELECT coalesce(sum(declines), 0) AS declines FROM money_days',
    );
    expect(Number(rows[0]?.declines)).toBe(0);
  });

  it('leave an unpaid boleto open six days after its expiry', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    await startPayment(world, owner, id, 'boleto');
    const age = (days: number) =>
      world.db.query(
        `UPDATE registration_payments SET created_at = now() - interval '20 days',
           voucher_expires_at = now() - $2 * interval '1 day' WHERE registration_id = $1`,
        [id, days],
      );
    const asked = async () => {
      await world.db.query(
        `UPDATE due SET due_at = now() WHERE id IN (SELECT id FROM registration_payments WHERE registration_id = $1)`,
        [id],
      );
      await eventually('it was asked about', async () => {
        const { rows } = await world.db.query(
          `SELECT 1 FROM due d JOIN registration_payments p ON p.id = d.id WHERE p.registration_id = $1 AND d.due_at > now()`,
          [id],
        );
        return rows.length === 1;
      });
    };
    await age(6);
    await asked();
    expect(await paymentsOf(world, id)).toMatchObject([{ status: 'open' }]);
  });
});

describe('a purchase of credits by Pix or boleto', () => {
  const buy = (buyer: User, method: 'pix' | 'boleto') =>
    world.rpc.createPurchaseIntent(
      { choice: { $case: 'packageId', value: 'update' }, method, payer: PAYER },
      { token: buyer.token },
    );

  it('adds its credits once by webhook and sync', async () => {
    const buyer = await world.user();
    const { paymentIntentId, voucher } = await buy(buyer, 'pix');
    expect(voucher?.method).toBe('pix');
    await endVoucher(world, paymentIntentId, 'pay');
    await eventually('credits are there', async () => (await world.balance(buyer)) === 149_999);
    expect(await world.rpc.syncIntent({ paymentIntentId }, { token: buyer.token })).toEqual({
      status: 'succeeded',
    });
    expect(await world.balance(buyer)).toBe(149_999);
  });

  it('shows its code only to the buyer and is cancelled when the code expires', async () => {
    const buyer = await world.user();
    const other = await world.user();
    const { paymentIntentId, voucher } = await buy(buyer, 'boleto');
    const { items } = await world.rpc.listOwnPurchases({ page: 1, limit: 1 }, { token: buyer.token });
    const request = { of: { $case: 'purchaseId' as const, value: items[0]?.id ?? '' } };
    expect(await world.rpc.getOpenPayment(request, { token: buyer.token })).toMatchObject({
      intent: { voucher },
      credits: 149_999,
    });
    await expect(world.rpc.getOpenPayment(request, { token: other.token })).rejects.toMatchObject({
      code: 'not-found',
    });
    await endVoucher(world, paymentIntentId, 'expire');
    await eventually('it is over', async () => {
      const page = await world.rpc.listOwnPurchases({ page: 1, limit: 1 }, { token: buyer.token });
      return page.items[0]?.status === 'cancelled';
    });
  });
});

describe('payers that a user entered', () => {
  it('are deleted with the account, except those of paid registrations', async () => {
    const owner = await world.user();
    const [paid, left] = [await world.payable(owner), await world.payable(owner)];
    const { paymentIntentId } = await startPayment(world, owner, paid, 'pix');
    await endVoucher(world, paymentIntentId, 'pay');
    await attemptsBecome(world, paid, 'settled');
    await startPayment(world, owner, left, 'pix');
    const own = () => world.rpc.listOwnPayers({ page: 1, limit: 10 }, { token: owner.token });
    expect(await own()).toMatchObject({ total: 2, items: [{ payer: PAYER }, { payer: PAYER }] });
    const gone = { userId: owner.id, role: 'client', isActive: false, isDeleted: true };
    await world.publish(facts.userChanged, owner.id, gone, newId());
    await eventually('one is left', async () => (await own()).total === 1);
  });
});

it('the counters equal the counted rows after all these payments', async () => {
  const counters = await countersOf(world);
  expect(counters.kept).toEqual(counters.counted);
});
