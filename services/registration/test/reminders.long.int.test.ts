import { describe, expect, it } from 'vitest';
import { ownWorld, refusal, someone } from './world.ts';

const DAY = 24 * 3_600_000;
const world = await ownWorld();
const admin = someone('admin');
const owner = someone();

const listed = async (limit = 10, page = 1) => world.as(admin).listUnpaidFiles({ page: { page, limit } });
const ids = async (limit = 10, page = 1) => (await listed(limit, page)).items.map(({ id }) => id);
const remind = (id: string) => world.as(admin).remindOfPayment({ id });

describe('unpaid files', () => {
  it('are listed newest first, without paid registrations and those without a file', async () => {
    const first = await world.payable(owner);
    await world.create(owner);
    const paid = await world.payable(owner);
    await world.pay(paid.id, owner);
    const second = await world.payable(owner);
    expect(await ids()).toEqual([second.id, first.id]);
    expect([await ids(1), await ids(1, 2)]).toEqual([[second.id], [first.id]]);
    expect(await listed(1, 2)).toMatchObject({ total: 2, totalCents: 699_800 });
    const [item] = (await listed()).items;
    expect(item).toMatchObject({ userId: owner.id, paymentAmount: 349_900, fileName: expect.any(String) });
    expect(item?.remindedAt).toBeUndefined();
  });

  it('get one reminder a week, with one event and one audit entry', async () => {
    const { id } = await world.payable(owner);
    const { remindedAt, remindableFrom } = await remind(id);
    expect((remindableFrom?.getTime() ?? 0) - (remindedAt?.getTime() ?? 0)).toBe(7 * DAY);
    const reported = await world.waitForEvents(id, 'registration.payment_reminder');
    expect(reported.map(({ data }) => data)).toEqual([
      expect.objectContaining({ userId: owner.id, amountCents: 349_900 }),
    ]);
    const acts = world.heard.filter(({ type, data }) => type === 'registration.act' && data.subjectId === id);
    expect(acts.map(({ data }) => [data.action, data.actorId])).toEqual([['payment-reminded', admin.id]]);
    const again = await refusal(remind(id));
    expect([again.code, again.message]).toEqual(['conflict', expect.stringContaining('já foi lembrado')]);
    expect((await listed()).items.find((one) => one.id === id)?.remindedAt).toEqual(remindedAt);
  });

  it('get one reminder from concurrent calls', async () => {
    const { id } = await world.payable(owner);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => remind(id)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await world.drained();
    expect(await world.waitForEvents(id, 'registration.payment_reminder')).toHaveLength(1);
  });

  it('get no reminder once the registration is paid', async () => {
    const { id } = await world.payable(owner);
    await world.pay(id, owner);
    expect((await refusal(remind(id))).message).toBe('Este registro não espera pagamento.');
  });

  it('[unpaid-totals] are counted and summed exactly under concurrent changes', async () => {
    const before = await listed(1);
    const grown = async () => {
      const { total, totalCents } = await listed(1);
      return [total - before.total, totalCents - before.totalCents];
    };
    const user = someone();
    const made = await Promise.all(Array.from({ length: 6 }, () => world.payable(user)));
    expect(await grown()).toEqual([6, 6 * 349_900]);
    const [paid, deleted, replaced, free] = made;
    if (!paid || !deleted || !replaced || !free) throw new Error('six were made');
    await Promise.all([
      world.pay(paid.id, user),
      world.as(user).deleteRegistration({ id: deleted.id }),
      world.upload(user, replaced.id),
    ]);
    expect(await grown()).toEqual([4, 4 * 349_900]);
    await world.pool.query('UPDATE registrations SET payment_amount = 149999 WHERE id = $1', [free.id]);
    expect(await grown()).toEqual([4, 3 * 349_900 + 149_999]);
    const rows = await world.pool.query<{ n: number; cents: number }>(
      `SELECT count(*)::int AS n, sum(payment_amount)::int AS cents FROM registrations
       WHERE payment_paid_at IS NULL AND sha256 IS NOT NULL`,
    );
    const { total, totalCents } = await listed(1);
    expect([total, totalCents]).toEqual([rows.rows[0]?.n, rows.rows[0]?.cents]);
  });
});
