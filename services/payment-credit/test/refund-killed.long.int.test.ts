import { connectRpc } from '@g2/kit/grpc-client';
import { eventually } from '@g2/kit/testing';
import { PaymentsService } from '@g2/proto/payment';
import { expect, it } from 'vitest';
import { becomes, paymentsOf } from './payments.ts';
import { stripeOf } from './stripe.ts';
import { FEE, ownWorld } from './world.ts';

const world = await ownWorld();
const stripe = stripeOf(world);

it('is made once when its server dies between the call to Stripe and the write', {
  timeout: 60_000,
}, async () => {
  const owner = await world.user();
  const registration = await world.payable(owner);
  const { paymentIntentId: intent, ...secret } = await world.rpc.createRegistrationIntent(
    { id: registration },
    { token: owner.token },
  );
  await world.confirm({ ...secret, paymentIntentId: intent });
  const [payment] = await becomes(world, registration, 'card:settled');
  const id = payment?.id ?? '';
  const refunds = async () => (await stripe.refunds.list({ payment_intent: intent })).data;
  const orders = async () =>
    (
      await world.db.query<{ state: string; due: boolean }>(
        'SELECT state, EXISTS (SELECT FROM due WHERE due.id = o.id) AS due FROM refund_orders o WHERE payment_id = $1',
        [id],
      )
    ).rows;
  const { token } = await world.user('admin');
  await world.running.stop();
  // The write waits as long as the test holds this lock.
  await world.db.query(`
    CREATE FUNCTION hold_write() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN PERFORM pg_advisory_xact_lock(4242); RETURN NEW; END $$;
    CREATE TRIGGER refund_orders_held BEFORE UPDATE ON refund_orders FOR EACH ROW EXECUTE FUNCTION hold_write()`);
  const holder = await world.db.connect();
  await holder.query('SELECT pg_advisory_lock(4242)');
  const dying = await world.startPeer();
  const rpc = connectRpc(PaymentsService, dying.grpc);
  const cut = rpc.refundPayment({ id, reason: 'requested', note: '' }, { token }).then(
    () => 'answered',
    () => 'cut',
  );
  await eventually('Stripe has made it', async () => (await refunds()).length === 1);
  await dying.kill('SIGKILL');
  expect(await cut).toBe('cut');
  rpc.close();
  expect(await orders()).toEqual([{ state: 'asked', due: true }]);
  await holder.query('SELECT pg_advisory_unlock(4242)');
  holder.release();
  await world.db.query('DROP TRIGGER refund_orders_held ON refund_orders');

  const next = await world.startPeer();
  await eventually('the registration is flagged', async () => {
    const [row] = await paymentsOf(world, registration);
    return row?.refunded_amount === String(FEE);
  });
  await eventually('the order is sent', async () => (await orders())[0]?.state === 'sent', 30_000);
  expect(await refunds()).toMatchObject([{ amount: FEE, status: 'succeeded' }]);
  expect(await orders()).toEqual([{ state: 'sent', due: false }]);
  await next.kill('SIGKILL');
});
