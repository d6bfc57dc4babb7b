import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { lockRegistration, openCardPayment, paymentsBecome, paymentsOf, statusOf } from './payments.ts';
import { FEE, ownWorld } from './world.ts';

const world = await ownWorld();

describe('paying by card', () => {
  it('[card-settles] concurrent requests share one intent, and its webhook settles the payment', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    const intents = await Promise.all(
      Array.from({ length: 8 }, () => world.rpc.createRegistrationIntent({ id }, { token: owner.token })),
    );
    expect(new Set(intents.map((one) => one.paymentIntentId)).size).toBe(1);
    const [intent] = intents;
    if (!intent) throw new Error('no intent');
    expect(intent.amount).toBe(FEE);
    expect((await world.confirm(intent)).status).toBe(200);
    await paymentsBecome(world, id, 'card:settled');
    expect(await statusOf(world, owner, id)).toBe('paid');
    await expect(world.rpc.createRegistrationIntent({ id }, { token: owner.token })).rejects.toMatchObject({
      code: 'not-payable',
      message: 'Este registro não está disponível para pagamento no momento.',
    });
    await eventually('it is published', async () => world.seen.some((one) => one.type === 'payment.settled'));
  });

  it('settles without a webhook when its owner, and only its owner, calls syncIntent', async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const owner = await world.user();
    const other = await world.user();
    const operator = await world.user('operator');
    const id = await world.payable(owner);
    const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
    const { paymentIntentId } = intent;
    expect(await world.rpc.syncIntent({ paymentIntentId }, { token: owner.token })).toEqual({
      status: 'requires_payment_method',
    });
    await world.confirm(intent);
    await expect(world.rpc.syncIntent({ paymentIntentId }, { token: other.token })).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(world.rpc.syncIntent({ paymentIntentId }, { token: operator.token })).rejects.toMatchObject({
      code: 'forbidden',
    });
    expect(await world.rpc.syncIntent({ paymentIntentId }, { token: owner.token })).toEqual({
      status: 'succeeded',
    });
    expect(await statusOf(world, owner, id)).toBe('paid');
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });

  it("syncIntent returns Stripe's status even if the registration service does not answer", async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const { owner, id, intent } = await openCardPayment(world);
    // Locked before the payment, so that the loops cannot settle it in between.
    const held = await lockRegistration(world, id);
    try {
      await world.confirm(intent);
      const request = { paymentIntentId: intent.paymentIntentId };
      const options = { token: owner.token, deadlineMs: 15_000 };
      expect(await world.rpc.syncIntent(request, options)).toEqual({ status: 'succeeded' });
      expect(await paymentsOf(world, id)).toMatchObject([{ status: 'captured' }]);
    } finally {
      await held.release();
    }
    await paymentsBecome(world, id, 'card:settled');
    await world.control('/_sim/webhooks', { mode: 'normal' });
  });

  it('creates only one intent when responses of Stripe are lost', async () => {
    const owner = await world.user();
    const id = await world.payable(owner);
    await world.control('/_sim/hooks', { loseNext: 50 });
    const ask = () => world.rpc.createRegistrationIntent({ id }, { token: owner.token, deadlineMs: 15_000 });
    await expect(ask()).rejects.toMatchObject({ code: 'unavailable' });
    await world.control('/_sim/hooks', { loseNext: 0 });
    const { paymentIntentId } = await ask();
    const [payment] = await paymentsOf(world, id);
    const made = (await world.intents()).filter((one) => one.metadata.paymentId === payment?.id);
    expect(made.map((one) => one.id)).toEqual([paymentIntentId]);
  });

  it('refuses another payment while the card is processing, and settles the card', async () => {
    const owner = await world.user();
    await world.credit(owner, FEE);
    const id = await world.payable(owner);
    const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
    await world.control('/_sim/hooks', { processingMs: 1_500 });
    const confirmed = (await (await world.confirm(intent)).json()) as { status: string };
    await world.control('/_sim/hooks', { processingMs: 0 });
    expect(confirmed.status).toBe('processing');
    const refused = { code: 'not-payable' };
    const as = { token: owner.token };
    await expect(world.rpc.createRegistrationIntent({ id }, as)).rejects.toMatchObject(refused);
    await expect(world.rpc.payWithCredits({ id }, as)).rejects.toMatchObject(refused);
    await paymentsBecome(world, id, 'card:settled');
    expect(await world.balance(owner)).toBe(FEE);
  });

  it('cancels an open intent before a payment with credits', async () => {
    const owner = await world.user();
    await world.credit(owner, FEE);
    const id = await world.payable(owner);
    const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
    expect(await world.rpc.payWithCredits({ id }, { token: owner.token })).toEqual({
      creditsUsed: FEE,
      balance: 0,
    });
    expect((await world.confirm(intent)).ok).toBe(false);
    await paymentsBecome(world, id, 'card:cancelled', 'credits:settled');
  });
});

describe('events of the registration', () => {
  it('record a payment by hand and cancel the open intent at Stripe', async () => {
    const admin = await world.user('admin');
    const { id, intent } = await openCardPayment(world);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    await paymentsBecome(world, id, 'card:cancelled', 'manual:settled');
    await eventually('cancelled at Stripe', async () =>
      (await world.intents()).some((one) => one.id === intent.paymentIntentId && one.status === 'canceled'),
    );
  });

  it('refund a card that is charged while an admin marks the registration as paid', async () => {
    await world.control('/_sim/webhooks', { mode: 'drop' });
    const admin = await world.user('admin');
    const { id, intent } = await openCardPayment(world);
    // The lock delays the payment by hand until the card is charged.
    const client = await world.db.connect();
    await client.query('BEGIN');
    await client.query('SELECT 1 FROM registration_payments WHERE registration_id = $1 FOR UPDATE', [id]);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    expect((await world.confirm(intent)).status).toBe(200);
    await client.query('COMMIT');
    client.release();
    await eventually('refunded', async () =>
      (await world.intents()).some(
        (one) =>
          one.id === intent.paymentIntentId &&
          one.amountRefunded === one.amountCaptured &&
          one.amountCaptured === FEE,
      ),
    );
    await world.control('/_sim/webhooks', { mode: 'normal' });
    await paymentsBecome(world, id, 'card:given_back', 'manual:settled');
  });

  it('cancel the open intent when the registration is deleted', async () => {
    const { owner, id, intent } = await openCardPayment(world);
    await world.registrations.deleteRegistration({ id }, { token: owner.token });
    await paymentsBecome(world, id, 'card:cancelled');
    await eventually('cancelled at Stripe', async () =>
      (await world.intents()).some((one) => one.id === intent.paymentIntentId && one.status === 'canceled'),
    );
  });
});
