import { connectRpc } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { PaymentsService } from '@g2/proto/payment';
import { describe, expect, it } from 'vitest';
import { insertCapturedPayment, lockRegistration, paymentsBecome, paymentsOf, statusOf } from './payments.ts';
import { FEE, ownWorld } from './world.ts';

const world = await ownWorld();

describe('paying with credits', () => {
  it('[credits-pay-once] debits once and gives a repeated call the same response', async () => {
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

  it('debits once for 50 concurrent calls on two replicas and gives equal responses', async () => {
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

  it('[credits-never-negative] keeps the balance at zero or more under concurrent payments', async () => {
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

  it('refuses an unknown registration, that of another user, and too few credits', async () => {
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

  it('repeats the response under an Idempotency-Key and refuses it for another registration', async () => {
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

  it('pays while NATS is unavailable', async () => {
    const cutOff = await world.startPeer({ NATS_URL: 'nats://127.0.0.1:9' });
    const rpc = connectRpc(PaymentsService, cutOff.grpc);
    const owner = await world.user();
    await world.credit(owner, FEE);
    const id = await world.payable(owner);
    expect(await rpc.payWithCredits({ id }, { token: owner.token })).toEqual({
      creditsUsed: FEE,
      balance: 0,
    });
    expect(await statusOf(world, owner, id)).toBe('paid');
    expect(await paymentsOf(world, id)).toMatchObject([{ method: 'credits', status: 'settled' }]);
    rpc.close();
    await cutOff.kill('SIGKILL');
  });

  it('returns payment-in-progress while the registration service does not answer, and settles later', async () => {
    const owner = await world.user();
    await world.credit(owner, FEE);
    const id = await world.payable(owner);
    const held = await lockRegistration(world, id);
    try {
      const pay = () => world.rpc.payWithCredits({ id }, { token: owner.token, deadlineMs: 15_000 });
      const inProgress = { code: 'payment-in-progress', detail: { retryAfter: 2 } };
      await Promise.all([pay(), pay()].map((paid) => expect(paid).rejects.toMatchObject(inProgress)));
      expect(await paymentsOf(world, id)).toMatchObject([{ method: 'credits', status: 'captured' }]);
    } finally {
      await held.release();
    }
    await paymentsBecome(world, id, 'credits:settled');
    expect(await world.rpc.payWithCredits({ id }, { token: owner.token })).toEqual({
      creditsUsed: FEE,
      balance: 0,
    });
    expect(await paymentsOf(world, id)).toHaveLength(1);
  });

  it('settles a captured payment on a repeated call, before the settler does', async () => {
    await world.restart({ REMIND_AFTER_MS: '3600000' });
    const owner = await world.user();
    const id = await world.payable(owner);
    await insertCapturedPayment(world, owner, id);
    expect(await world.rpc.payWithCredits({ id }, { token: owner.token })).toEqual({
      creditsUsed: FEE,
      balance: 0,
    });
    expect(await statusOf(world, owner, id)).toBe('paid');
    await world.restart();
  });
});
