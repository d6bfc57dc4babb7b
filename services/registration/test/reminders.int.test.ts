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
  it('are listed newest first, in pages; neither what has no file nor what was paid', async () => {
    const first = await world.payable(owner);
    await world.create(owner);
    const paid = await world.payable(owner);
    await world.pay(paid.id, owner);
    const second = await world.payable(owner);
    expect(await ids()).toEqual([second.id, first.id]);
    expect([await ids(1), await ids(1, 2)]).toEqual([[second.id], [first.id]]);
    const [item] = (await listed()).items;
    expect(item).toMatchObject({ userId: owner.id, paymentAmount: 349_900, fileName: expect.any(String) });
    expect(item?.remindedAt).toBeUndefined();
  });

  it('are reminded of once a week, by one event and one entry of the trail', async () => {
    const { id } = await world.payable(owner);
    const { remindedAt, remindableFrom } = await remind(id);
    expect((remindableFrom?.getTime() ?? 0) - (remindedAt?.getTime() ?? 0)).toBe(7 * DAY);
    const told = await world.hears(id, 'registration.payment_reminder');
    expect(told.map(({ data }) => data)).toEqual([
      expect.objectContaining({ userId: owner.id, amountCents: 349_900 }),
    ]);
    const acts = world.heard.filter(({ type, data }) => type === 'registration.act' && data.subjectId === id);
    expect(acts.map(({ data }) => [data.action, data.actorId])).toEqual([['payment-reminded', admin.id]]);
    const again = await refusal(remind(id));
    expect([again.code, again.message]).toEqual(['conflict', expect.stringContaining('já foi lembrado')]);
    expect((await listed()).items.find((one) => one.id === id)?.remindedAt).toEqual(remindedAt);
  });

  it('have one reminder, however many admins ask at once', async () => {
    const { id } = await world.payable(owner);
    const asked = await Promise.allSettled(Array.from({ length: 8 }, () => remind(id)));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await world.drained();
    expect(await world.hears(id, 'registration.payment_reminder')).toHaveLength(1);
  });

  it('that were paid meanwhile are not reminded of', async () => {
    const { id } = await world.payable(owner);
    await world.pay(id, owner);
    expect((await refusal(remind(id))).message).toBe('Este registro não espera pagamento.');
  });
});
