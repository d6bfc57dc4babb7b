import { facts } from '@g2/kit/events';
import { eventually } from '@g2/kit/testing';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { becomes, paymentsOf, statusOf } from './payments.ts';
import { createWorld, FEE, type User, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world?.close();
});

/** What others were told of this type, about this payment or registration. */
const told = (type: string, about: string): string[] =>
  world.seen
    .filter((one) => one.type === type)
    .map((one) => JSON.stringify(one.data))
    .filter((data) => data.includes(about));

/** Our consumers have dealt with these events: each left its row in the inbox, in the transaction of its effect. */
const taken = (...eventIds: string[]): Promise<unknown> =>
  eventually('events were taken', async () => {
    const { rowCount } = await world.db.query('SELECT 1 FROM inbox WHERE event_id = ANY($1)', [eventIds]);
    return rowCount === eventIds.length;
  });

const holding = new Set<pg.Client>();
afterEach(async () => {
  await Promise.all([...holding].map(letGo));
});

async function letGo(client: pg.Client): Promise<void> {
  if (holding.delete(client)) await client.end();
}

/** Keeps the registration from answering: its row is locked until `release`, or the end of the test. */
async function hold(registrationId: string): Promise<{ release(): Promise<void> }> {
  const client = new pg.Client({ connectionString: world.bed.adminUrl });
  await client.connect();
  holding.add(client);
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM registration.registrations WHERE id = $1 FOR UPDATE', [registrationId]);
  return { release: () => letGo(client) };
}

const ledgerOf = async (user: User): Promise<number[]> =>
  (await world.rpc.listOwnTransactions({ page: 1, limit: 50 }, { token: user.token })).items
    .map((one) => one.delta)
    .filter((delta) => Math.abs(delta) === FEE);

const atStripe = async (paymentIntentId: string) =>
  (await world.intents()).find((one) => one.id === paymentIntentId);

/** A card payment that Stripe confirmed and we captured, while the registration cannot answer. */
async function capturedByCard() {
  const owner = await world.user();
  const id = await world.payable(owner);
  const intent = await world.rpc.createRegistrationIntent({ id }, { token: owner.token });
  const held = await hold(id);
  await world.confirm(intent);
  const [payment] = await becomes(world, id, 'card:captured');
  return { owner, id, held, paymentId: payment?.id ?? '', paymentIntentId: intent.paymentIntentId };
}

/** The same with credits. */
async function capturedByCredits() {
  const owner = await world.user();
  await world.credit(owner, FEE);
  const id = await world.payable(owner);
  const held = await hold(id);
  const answer = world.rpc.payWithCredits({ id }, { token: owner.token, deadlineMs: 15_000 });
  const settledAnswer = answer.then(
    () => 'paid',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : error),
  );
  const [payment] = await becomes(world, id, 'credits:captured');
  return { owner, id, held, settledAnswer, paymentId: payment?.id ?? '' };
}

const paid = (owner: User, registrationId: string, paymentId?: string) => ({
  registrationId,
  userId: owner.id,
  ...(paymentId === undefined ? { manual: true } : { manual: false, paymentId }),
  amountCents: FEE,
  title: 'Programa de teste – versão 1',
});

describe('told again under a new id', () => {
  it('registration.paid settles once', async () => {
    const { owner, id, held, paymentId } = await capturedByCard();
    const first = await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId));
    const second = await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId));
    await taken(first, second);
    await becomes(world, id, 'card:settled');
    await held.release();
    await eventually('the registration took it', async () => (await statusOf(world, owner, id)) === 'paid');
    const last = await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId));
    await taken(last);
    await eventually('settled was told', async () => told('payment.settled', paymentId).length > 0);
    expect(told('payment.settled', paymentId)).toHaveLength(1);
    expect(told('payment.alert', paymentId)).toEqual([]);
  });

  it('registration.paid by hand records one manual payment', async () => {
    const owner = await world.user();
    const admin = await world.user('admin');
    const id = await world.payable(owner);
    await world.registrations.changeStatus({ id, status: 'paid' }, { token: admin.token });
    const ids = await Promise.all(
      Array.from({ length: 4 }, () => world.publish(facts.registrationPaid, id, paid(owner, id))),
    );
    await taken(...ids);
    const [row] = await becomes(world, id, 'manual:settled');
    await eventually('settled was told', async () => told('payment.settled', row?.id ?? '').length > 0);
    expect(told('payment.settled', id)).toHaveLength(1);
    expect(await ledgerOf(owner)).toEqual([]);
  });

  it('registration.payment_refused gives credits back once', async () => {
    const { owner, id, paymentId, settledAnswer } = await capturedByCredits();
    const data = { registrationId: id, paymentId, reason: 'O registro não existe mais.' };
    const first = await world.publish(facts.paymentRefused, id, data);
    const second = await world.publish(facts.paymentRefused, id, data);
    await taken(first, second);
    await becomes(world, id, 'credits:given_back');
    expect(await settledAnswer).toBe('not-payable');
    expect(await ledgerOf(owner)).toEqual([FEE, -FEE]);
    expect(await world.balance(owner)).toBe(FEE);
    expect(told('payment.alert', paymentId)).toEqual([]);
  });

  it('registration.payment_refused refunds a card once', async () => {
    const { id, paymentId, paymentIntentId } = await capturedByCard();
    const data = { registrationId: id, paymentId, reason: 'O registro já estava pago.' };
    const first = await world.publish(facts.paymentRefused, id, data);
    await becomes(world, id, 'card:given_back');
    const second = await world.publish(facts.paymentRefused, id, data);
    await taken(first, second);
    expect(await atStripe(paymentIntentId)).toMatchObject({ amountCaptured: FEE, amountRefunded: FEE });
    expect(told('payment.alert', paymentId)).toEqual([]);
  });

  it('registration.deleted while captured returns the money once, by card and by credits', async () => {
    const card = await capturedByCard();
    const credits = await capturedByCredits();
    for (const { id, owner } of [card, credits]) {
      const data = { registrationId: id, userId: owner.id };
      const first = await world.publish(facts.registrationDeleted, id, data);
      const second = await world.publish(facts.registrationDeleted, id, data);
      await taken(first, second);
    }
    await becomes(world, card.id, 'card:given_back');
    await becomes(world, credits.id, 'credits:given_back');
    expect(await atStripe(card.paymentIntentId)).toMatchObject({
      amountCaptured: FEE,
      amountRefunded: FEE,
    });
    expect(await ledgerOf(credits.owner)).toEqual([FEE, -FEE]);
  });
});

describe('in another order than it happened', () => {
  it('deleted, then refused: nothing more returns, and nobody is alarmed', async () => {
    const { owner, id, paymentId } = await capturedByCredits();
    const data = { registrationId: id, userId: owner.id };
    await taken(await world.publish(facts.registrationDeleted, id, data));
    const refusal = { registrationId: id, paymentId, reason: 'O registro não existe mais.' };
    await taken(await world.publish(facts.paymentRefused, id, refusal));
    expect(await ledgerOf(owner)).toEqual([FEE, -FEE]);
    expect(told('payment.alert', paymentId)).toEqual([]);
  });

  it('paid by hand before the refusal of what it overtook: the captured credits return once', async () => {
    const { owner, id, paymentId } = await capturedByCredits();
    await taken(await world.publish(facts.registrationPaid, id, paid(owner, id)));
    const refusal = { registrationId: id, paymentId, reason: 'O registro já estava pago.' };
    await taken(await world.publish(facts.paymentRefused, id, refusal));
    await becomes(world, id, 'credits:given_back', 'manual:settled');
    expect(await ledgerOf(owner)).toEqual([FEE, -FEE]);
    expect(told('payment.alert', paymentId)).toEqual([]);
  });

  it('accepted after it was given back: the money stays returned, and admins are told', async () => {
    const { owner, id, paymentId } = await capturedByCredits();
    const data = { registrationId: id, userId: owner.id };
    await taken(await world.publish(facts.registrationDeleted, id, data));
    await taken(await world.publish(facts.registrationPaid, id, paid(owner, id, paymentId)));
    await eventually('admins were told', async () => told('payment.alert', paymentId).length > 0);
    expect(told('payment.alert', paymentId)[0]).toContain('payment-contradiction');
    expect(await paymentsOf(world, id)).toMatchObject([{ status: 'given_back' }]);
  });

  it('deleted by its owner while the card is charged: paid or returned, never neither', async () => {
    const { owner, id, held, paymentIntentId } = await capturedByCard();
    const deletion = world.registrations
      .deleteRegistration({ id }, { token: owner.token, deadlineMs: 15_000 })
      .then(
        () => true,
        () => false,
      );
    await held.release();
    const deleted = await deletion;
    await becomes(world, id, deleted ? 'card:given_back' : 'card:settled');
    expect(await atStripe(paymentIntentId)).toMatchObject({
      amountCaptured: FEE,
      amountRefunded: deleted ? FEE : 0,
    });
  });
});
