import { newId } from '@g2/kit/ids';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { becomes, paymentsOf, statusOf } from './payments.ts';
import { createWorld, FEE, type User, type World } from './world.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(async () => {
  await world?.close();
});

describe('paying with credits', () => {
  it('moves the money once and answers when the registration reads paid; again: the same', async () => {
    const owner = await world.user();
    await world.credit(owner, FEE + 5);
    const id = await world.payable(owner);
    const answer = await world.rpc.payWithCredits({ id }, { token: owner.token });
    expect(answer).toEqual({ creditsUsed: FEE, balance: 5 });
    expect(await statusOf(world, owner, id)).toBe('paid');
    expect(await world.rpc.payWithCredits({ id }, { token: owner.token })).toEqual(answer);
    expect(await world.balance(owner)).toBe(5);
    expect(await paymentsOf(world, id)).toMatchObject([
      { method: 'credits', status: 'settled', title: 'Programa de teste – versão 1' },
    ]);
  });

  it('debits once for 50 calls at once on two replicas, all answered alike', async () => {
    const replica = await world.replica();
    const owner = await world.user();
    await world.credit(owner, FEE + 100);
    const id = await world.payable(owner);
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        const { rpc } = index % 2 ? world : replica;
        return rpc.payWithCredits({ id }, { token: owner.token, deadlineMs: 15_000 });
      }),
    );
    expect(new Set(answers.map((one) => JSON.stringify(one)))).toEqual(
      new Set([JSON.stringify({ creditsUsed: FEE, balance: 100 })]),
    );
    expect(await world.balance(owner)).toBe(100);
    expect(await paymentsOf(world, id)).toHaveLength(1);
    replica.rpc.close();
    await replica.running.stop();
  });

  it('never goes below zero, whatever is paid at once', async () => {
    const owner = await world.user();
    await world.credit(owner, FEE * 2 + 10);
    const ids = await Promise.all(Array.from({ length: 5 }, () => world.payable(owner)));
    const results = await Promise.allSettled(
      ids.map((id) => world.rpc.payWithCredits({ id }, { token: owner.token, deadlineMs: 15_000 })),
    );
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    for (const one of results) {
      if (one.status === 'rejected') {
        expect(one.reason).toMatchObject({ code: 'insufficient-credits', message: 'Créditos insuficientes' });
      }
    }
    expect(await world.balance(owner)).toBe(10);
  });

  it('refuses what is not payable, absent, or another’s', async () => {
    const owner = await world.user();
    const other = await world.user();
    await world.credit(other, FEE);
    const id = await world.payable(owner);
    const notFound = { code: 'not-found' };
    await expect(world.rpc.payWithCredits({ id }, { token: other.token })).rejects.toMatchObject(notFound);
    await expect(world.rpc.payWithCredits({ id: newId() }, { token: other.token })).rejects.toMatchObject(
      notFound,
    );
    await expect(world.rpc.payWithCredits({ id: "'" }, { token: other.token })).rejects.toMatchObject(
      notFound,
    );
    await expect(world.rpc.payWithCredits({ id }, { token: owner.token })).rejects.toMatchObject({
      code: 'insufficient-credits',
      detail: { facts: { missing: String(FEE) } },
    });
    expect(await paymentsOf(world, id)).toEqual([]);
  });

  it('honours an Idempotency-Key, and refuses it for another registration', async () => {
    const owner = await world.user();
    await world.credit(owner, FEE * 2);
    const [first, second] = [await world.payable(owner), await world.payable(owner)];
    const options = { token: owner.token, idempotencyKey: 'k' };
    const answer = await world.rpc.payWithCredits({ id: first }, options);
    expect(await world.rpc.payWithCredits({ id: first }, options)).toEqual(answer);
    await expect(world.rpc.payWithCredits({ id: second }, options)).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
    expect(await world.balance(owner)).toBe(FEE);
  });

  it('gives back when the registration refuses, and lets the next attempt pay', async () => {
    const owner = await world.user();
    const stranger = await world.user();
    const id = await world.payable(owner);
    await captureFor(stranger, id);
    await becomes(world, id, 'credits:given_back');
    expect(await world.balance(stranger)).toBe(FEE);
    await world.credit(owner, FEE);
    expect(await world.rpc.payWithCredits({ id }, { token: owner.token })).toMatchObject({ balance: 0 });
  });

  it('says in progress while NATS is away, and is settled once it is back', async () => {
    await world.restart({ SETTLE_WAIT_MS: '100', NATS_URL: 'nats://127.0.0.1:9' });
    const owner = await world.user();
    await world.credit(owner, FEE);
    const id = await world.payable(owner);
    for (let times = 0; times < 2; times++) {
      await expect(world.rpc.payWithCredits({ id }, { token: owner.token })).rejects.toMatchObject({
        code: 'payment-in-progress',
      });
    }
    await world.restart();
    const options = { token: owner.token, deadlineMs: 15_000 };
    expect(await world.rpc.payWithCredits({ id }, options)).toEqual({
      creditsUsed: FEE,
      balance: 0,
    });
    expect(await paymentsOf(world, id)).toHaveLength(1);
  });
});

/** Money of somebody who does not own the registration, captured as the service captures it: it must be refused. */
async function captureFor(payer: User, registrationId: string): Promise<void> {
  await world.credit(payer, FEE);
  const payment = newId();
  await world.db.query(
    `WITH attempt AS (
       INSERT INTO registration_payments
         (id, registration_id, user_id, method, status, amount, created_at, captured_at, next_check_at)
       VALUES ($1, $2, $3, 'credits', 'captured', $4, now(), now(), now())),
     moved AS (UPDATE accounts SET balance = balance - $4 WHERE user_id = $3 RETURNING balance)
     INSERT INTO credit_transactions (id, user_id, delta, balance_after, reason, operation_key, created_at)
     SELECT $1, $3, -$4::bigint, balance, 'Pagamento', 'pay:' || $1::text, now() FROM moved`,
    [payment, registrationId, payer.id, FEE],
  );
}
