import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { FEE, ownWorld } from './world.ts';

const world = await ownWorld();
const actors = { client: await world.user(), admin: await world.user('admin') };
await world.credit(actors.client, FEE);
const id = await world.payable(actors.client);
await world.rpc.payWithCredits({ id }, { token: actors.client.token });
await world.rpc.createPurchaseIntent(
  { choice: { $case: 'packageId', value: 'update' } },
  { token: actors.client.token },
);

type PurchaseChoice = Parameters<typeof world.rpc.createPurchaseIntent>[0]['choice'];

const first = { page: 1, limit: 5 };

describe('input', () => {
  it('for an adjustment is refused beyond its limit and beyond the balance', async () => {
    const { token } = actors.admin;
    const good = { userId: newId(), delta: 1, reason: 'ok', limit: 1_000 };
    const adjust = (change: object) => world.rpc.adjustCredits({ ...good, ...change }, { token });
    await expect(adjust({ delta: 1_001 })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(adjust({ delta: -1 })).rejects.toMatchObject({ code: 'insufficient-credits' });
    expect(await adjust({ delta: 10_000, limit: 10_000 })).toMatchObject({ balance: 10_000 });
  });

  it('for a purchase is refused without a known package or an amount within the limits', async () => {
    const buy = (choice: PurchaseChoice) =>
      world.rpc.createPurchaseIntent({ choice }, { token: actors.client.token });
    const invalid = { code: 'invalid-input' };
    for (const choice of [
      { $case: 'customAmount', value: 9_999 },
      { $case: 'packageId', value: 'x\0' },
      undefined,
    ] as const)
      await expect(buy(choice)).rejects.toMatchObject(invalid);
    expect(await buy({ $case: 'customAmount', value: 10_000_000 })).toMatchObject({ credits: 10_000_000 });
  });

  it('for an adjustment, repeated under one Idempotency-Key, makes one entry', async () => {
    const options = { token: actors.admin.token, idempotencyKey: 'adjust' };
    const request = { userId: newId(), delta: 500, reason: 'ok', limit: 1_000 };
    const all = await Promise.all([1, 2, 3].map(() => world.rpc.adjustCredits(request, options)));
    expect(new Set(all.map((one) => one.transaction?.id)).size).toBe(1);
    expect(all[0]?.balance).toBe(500);
    await expect(world.rpc.adjustCredits({ ...request, delta: 501 }, options)).rejects.toMatchObject({
      code: 'idempotency-mismatch',
    });
  });

  it('for a purchase, repeated under one Idempotency-Key, makes one purchase', async () => {
    const user = await world.user();
    const options = { token: user.token, idempotencyKey: 'once' };
    const choice = { $case: 'packageId', value: 'registration' } as const;
    const both = await Promise.all([1, 2].map(() => world.rpc.createPurchaseIntent({ choice }, options)));
    expect(both[0]).toEqual(both[1]);
    await expect(
      world.rpc.createPurchaseIntent({ choice: { ...choice, value: 'update' } }, options),
    ).rejects.toMatchObject({ code: 'idempotency-mismatch' });
    expect((await world.rpc.listOwnPurchases(first, { token: user.token })).total).toBe(1);
  });

  it('with an unknown id gives not-found, and with an invalid value invalid-input', async () => {
    const { token } = actors.client;
    const admin = { token: actors.admin.token };
    for (const id of ['', 'x', "' OR 1=1", 'a\0', newId()]) {
      const notFound = { code: 'not-found' };
      await expect(world.rpc.createRegistrationIntent({ id }, { token })).rejects.toMatchObject(notFound);
      await expect(world.rpc.getReceipt({ id }, { token })).rejects.toMatchObject(notFound);
      await expect(world.rpc.syncIntent({ paymentIntentId: id }, { token })).rejects.toMatchObject(notFound);
      await expect(world.rpc.replayWebhookEvent({ id }, admin)).rejects.toMatchObject(notFound);
    }
    await expect(world.rpc.listTransactions({ userId: 'x', page: first }, admin)).rejects.toMatchObject({
      code: 'not-found',
    });
    await expect(world.rpc.listOwnTransactions({ page: 1, limit: 101 }, { token })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    const last = { page: 10_000_000, limit: 100 };
    expect((await world.rpc.listOwnTransactions(last, { token })).items).toEqual([]);
    await expect(
      world.rpc.listOwnTransactions({ ...last, page: 10_000_001 }, { token }),
    ).rejects.toMatchObject({ code: 'invalid-input' });
    const everything = { page: first, statuses: [], kinds: [] };
    for (const wrong of [
      { page: { page: -1, limit: 5 } },
      { statuses: ['paid'] },
      { kinds: ['gift'] },
      { userId: 'x' },
    ]) {
      await expect(world.rpc.listPayments({ ...everything, ...wrong }, admin)).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    await expect(
      world.rpc.listWebhookEvents({ page: first, statuses: ['lost'] }, admin),
    ).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(world.rpc.getPaymentHealth({ period: 8 }, admin)).rejects.toMatchObject({
      code: 'invalid-input',
    });
    await expect(
      world.rpc.getBalances({ userIds: Array.from({ length: 201 }, newId) }, admin),
    ).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('database constraints', () => {
  const refused = async (sql: string, values: unknown[] = []) =>
    expect(world.db.query(sql, values), sql).rejects.toThrow();

  it('[ledger-kept] keep ledger and balance consistent', async () => {
    const { id } = actors.client;
    await refused('UPDATE credit_transactions SET delta = 1');
    await refused('DELETE FROM credit_transactions');
    await refused('TRUNCATE credit_transactions');
    await refused('UPDATE accounts SET balance = balance + 1');
    await refused('UPDATE accounts SET balance = -1');
    await refused('DELETE FROM accounts');
    await refused(
      `INSERT INTO credit_transactions (id, user_id, delta, balance_after, reason, operation_key, created_at)
       VALUES ($1, $2, 5, 1005, 'x', 'k', now())`,
      [newId(), id],
    );
    const drift = await world.db.query(
      `SELECT 1 FROM accounts a WHERE balance <> (SELECT coalesce(sum(delta), 0) FROM credit_transactions t
         WHERE t.user_id = a.user_id)`,
    );
    expect(drift.rowCount).toBe(0);
  });

  it("refuse a change of a payment's data and a step back of its status", async () => {
    await refused(
      "UPDATE registration_payments SET status = 'open', settled_at = NULL WHERE status = 'settled'",
    );
    await refused('UPDATE registration_payments SET amount = 1');
    await refused('DELETE FROM registration_payments');
    await refused(
      `INSERT INTO registration_payments (id, registration_id, user_id, method, status, amount, created_at)
       SELECT gen_random_uuid(), registration_id, user_id, 'card', 'open', 1, now() FROM registration_payments
       WHERE status = 'settled' LIMIT 1`,
    );
    await refused("UPDATE credit_purchases SET price_in_cents = price_in_cents + 1 WHERE status = 'pending'");
  });
});
