import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { deltasOf, intentAtStripe, paymentsBecome, statusOf } from './payments.ts';
import { newHash, payable } from './steps.ts';
import { stripeOf } from './stripe.ts';
import { attemptsBecome, endVoucher, startPayment, testServiceWithVouchers } from './vouchers.ts';
import { FEE } from './world.ts';

const world = await testServiceWithVouchers();
const stripe = stripeOf(world);
const admin = { token: (await world.user('admin')).token };

/** Unpaid registrations of the same file by different users. */
async function holders(count: number) {
  const hash = newHash();
  return Promise.all(
    Array.from({ length: count }, async () => {
      const owner = await world.user();
      return { owner, id: await payable(world, owner, hash) };
    }),
  );
}
type Holder = Awaited<ReturnType<typeof holders>>[number];

const codeOf = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'in',
    (error: { code: string }) => error.code,
  );
const byCredits = ({ owner, id }: Holder) => world.rpc.payWithCredits({ id }, { token: owner.token });
const openOf = async ({ owner, id }: Holder) =>
  (await world.rpc.getOpenPayment({ of: { $case: 'registrationId', value: id } }, { token: owner.token }))
    .intent;

async function two(): Promise<[Holder, Holder]> {
  const [first, second] = await holders(2);
  if (!first || !second) throw new Error('two holders are needed');
  return [first, second];
}

describe('a payment for a file that another account has paid for', () => {
  it('is refused by card, Pix, boleto and credits', async () => {
    const [first, second] = await two();
    await world.credit(first.owner, FEE);
    await world.registrations.changeStatus({ id: second.id, status: 'paid' }, admin);
    for (const method of ['card', 'pix', 'boleto'] as const) {
      expect(await codeOf(startPayment(world, first.owner, first.id, method))).toBe('file-taken');
    }
    expect(await codeOf(byCredits(first))).toBe('file-taken');
    expect(await world.balance(first.owner)).toBe(FEE);
  });

  it.each(['pix', 'card'] as const)('ends at the provider if it was begun before: %s', async (method) => {
    const [first, second] = await two();
    const { paymentIntentId } = await startPayment(world, first.owner, first.id, method);
    expect(await openOf(first)).toMatchObject({ paymentIntentId });
    await world.registrations.changeStatus({ id: second.id, status: 'paid' }, admin);
    await attemptsBecome(world, first.id, 'cancelled');
    await eventually(
      'its intent is cancelled',
      async () => (await intentAtStripe(world, paymentIntentId))?.status === 'canceled',
    );
    expect(await openOf(first)).toBeUndefined();
  });

  it('is left to an admin if it was a boleto, which cannot be cancelled, and is paid', async () => {
    const [first, second] = await two();
    const { paymentIntentId } = await startPayment(world, first.owner, first.id, 'boleto');
    await world.registrations.changeStatus({ id: second.id, status: 'paid' }, admin);
    await attemptsBecome(world, first.id, 'cancelled');
    await endVoucher(world, paymentIntentId, 'pay');
    await attemptsBecome(world, first.id, 'giving_back');
    expect(await statusOf(world, first.owner, first.id)).toBe('submitted');
  });
});

describe('two concurrent payments for one file', () => {
  it('by card: one is settled and the other is refunded', async () => {
    const both = await two();
    const intents = await Promise.all(both.map(({ owner, id }) => startPayment(world, owner, id, 'card')));
    await Promise.all(intents.map((intent) => world.confirm(intent)));
    await eventually('one is settled and one is given back', async () => {
      const { rows } = await world.db.query(
        'SELECT status FROM registration_payments WHERE registration_id = ANY($1) ORDER BY status',
        [both.map(({ id }) => id)],
      );
      return rows.map(({ status }) => status).join() === 'given_back,settled';
    });
    const refunded = await Promise.all(
      intents.map(
        async ({ paymentIntentId }) => (await intentAtStripe(world, paymentIntentId))?.amountRefunded,
      ),
    );
    expect(refunded).toEqual(expect.arrayContaining([0, 349_900]));
  });

  it('by boleto: the later one waits for an admin to return it', async () => {
    const [first, second] = await two();
    const [one, other] = [
      await startPayment(world, first.owner, first.id, 'boleto'),
      await startPayment(world, second.owner, second.id, 'boleto'),
    ];
    await endVoucher(world, one.paymentIntentId, 'pay');
    await paymentsBecome(world, first.id, 'card:settled');
    await endVoucher(world, other.paymentIntentId, 'pay');
    await attemptsBecome(world, second.id, 'giving_back');
    expect(world.seen.some(({ type }) => type === 'payment.to_return')).toBe(true);
  });

  it('by credits: one is settled and the other gets file-taken and its credits back', async () => {
    for (let round = 0; round < 3; round++) {
      const both = await two();
      for (const { owner } of both) await world.credit(owner, FEE);
      const answers = await Promise.all(both.map((holder) => codeOf(byCredits(holder))));
      expect(answers).toEqual(expect.arrayContaining(['in', 'file-taken']));
      const lost = both[answers.indexOf('file-taken')];
      if (!lost) throw new Error('both were paid');
      await eventually('the credits are back', async () => (await world.balance(lost.owner)) === FEE);
      const deltas = await deltasOf(world, lost.owner);
      expect(deltas.reduce((sum, delta) => sum + delta, 0)).toBe(FEE);
    }
  });
});

/** A registration was paid and refunded; then another account paid for the same file. */
async function refundedThenTaken() {
  const [first, second] = await two();
  const intent = await startPayment(world, first.owner, first.id, 'card');
  await world.confirm(intent);
  const [paid] = await paymentsBecome(world, first.id, 'card:settled');
  const paymentId = paid?.id ?? '';
  await world.rpc.refundPayment({ id: paymentId, reason: 'requested', note: '' }, admin);
  await eventually('the case is closed', async () => (await closureOf(first)) === 'refunded');
  await world.credit(second.owner, FEE);
  expect(await codeOf(byCredits(second))).toBe('in');
  return { first, second, paymentId, intent: intent.paymentIntentId };
}

const closureOf = async ({ owner, id }: Holder) =>
  (await world.registrations.getRegistration({ id }, { token: owner.token })).closure?.reason;

it('lets another account pay for the same file after the first payment was refunded', async () => {
  const { second } = await refundedThenTaken();
  expect(await statusOf(world, second.owner, second.id)).toBe('paid');
});

it('alerts admins when a refund fails after another account has paid for the same file', async () => {
  const { first, paymentId, intent } = await refundedThenTaken();
  const [refund] = (await stripe.refunds.list({ payment_intent: intent })).data;
  await world.control(`/_sim/refunds/${refund?.id}`, { status: 'failed' });
  const alerts = () =>
    world.seen.filter(({ type, data }) => {
      const { kind, paymentId: about } = data as { kind?: string; paymentId?: string };
      return type === 'payment.alert' && kind === 'stays-closed' && about === paymentId;
    });
  await eventually('admins are alerted', async () => alerts().length > 0);
  expect(alerts()).toHaveLength(1);
  expect(await closureOf(first)).toBe('refunded');
});
