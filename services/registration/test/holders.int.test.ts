import { newId } from '@g2/kit/ids';
import { describe, expect, it } from 'vitest';
import { codeOf, ownWorld, someone } from './world.ts';

const owner = someone();
const operator = someone('operator');

const world = await ownWorld();

describe('holders', () => {
  const holder = { holderName: 'Bia', holderTaxId: '11.222.333/0001-81', ownershipPercentage: 30 };

  it('[holders-sum] never exceed 100 % in total, also with concurrent additions', async () => {
    const { id } = await world.create(owner);
    const add = () => world.as(owner).addHolder({ registrationId: id, ...holder });
    const done = await Promise.allSettled(Array.from({ length: 20 }, add));
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(3);
    const { items } = await world.as(owner).listHolders({ id });
    expect(items.map((one) => one.ownershipPercentage)).toEqual([30, 30, 30]);
    const full = world.as(owner).addHolder({ registrationId: id, ...holder });
    await expect(full).rejects.toMatchObject({
      code: 'percentage-exceeded',
      message: 'A soma dos percentuais seria 120%. Máximo permitido: 100%.',
    });
    await world.as(owner).removeHolder({ registrationId: id, holderId: items[0]?.id ?? '' });
    await world.as(owner).addHolder({ registrationId: id, ...holder, ownershipPercentage: 40 });
  });

  it('[holders-edit] are edited in place, and never exceed 100 %, also with concurrent changes', async () => {
    const { id } = await world.create(owner);
    const made = [];
    for (let at = 0; at < 4; at += 1)
      made.push(await world.as(owner).addHolder({ registrationId: id, ...holder, ownershipPercentage: 10 }));
    const edit = (holderId: string, patch: object) =>
      world.as(owner).updateHolder({ registrationId: id, holderId, ...patch });
    const done = await Promise.allSettled(made.map((one) => edit(one.id, { ownershipPercentage: 40 })));
    // The shares are 40 + 40 + 10 + 10; a third edit would make 130.
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(2);
    const { items } = await world.as(owner).listHolders({ id });
    expect(items.map((one) => one.ownershipPercentage).toSorted((a, b) => a - b)).toEqual([10, 10, 40, 40]);
    expect(items.map((one) => one.id)).toEqual(made.map((one) => one.id));
    const first = items[0]?.id ?? '';
    // Omitted fields keep their value; 0 is a valid share.
    expect(await edit(first, { holderName: '  Bia Souza ' })).toMatchObject({
      ...items[0],
      holderName: 'Bia Souza',
    });
    expect(await edit(first, { ownershipPercentage: 0 })).toMatchObject({ ownershipPercentage: 0 });
    await expect(edit(first, { ownershipPercentage: 101 })).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(edit(first, { holderTaxId: '1' })).rejects.toMatchObject({ code: 'invalid-input' });
  });

  it('[holders-bounded] cannot exceed 100 % in total even by direct database inserts', async () => {
    const { id } = await world.create(owner);
    const insert = world.pool.query(
      `INSERT INTO registration_holders VALUES ($1, $3, 'A', '52998224725', 60, now()),
                                               ($2, $3, 'B', '52998224725', 41, now())`,
      [newId(), newId(), id],
    );
    await expect(insert).rejects.toMatchObject({ code: '23514' });
  });

  it('are readable by staff, and editable by the owner while submitted', async () => {
    const { id } = await world.at(owner, 'paid');
    expect(await codeOf(world.as(owner).addHolder({ registrationId: id, ...holder }))).toBe('not-editable');
    const fresh = await world.create(owner);
    const made = await world.as(owner).addHolder({ registrationId: fresh.id, ...holder });
    expect((await world.as(operator).listHolders({ id: fresh.id })).items).toEqual([made]);
    const byStaff = world.as(operator).addHolder({ registrationId: fresh.id, ...holder });
    expect(await codeOf(byStaff)).toBe('forbidden');
    const here = { registrationId: fresh.id, holderId: made.id };
    const edited = { ...here, holderName: 'C' };
    expect(await codeOf(world.as(operator).updateHolder(edited))).toBe('forbidden');
    expect(await codeOf(world.as(someone()).updateHolder(edited))).toBe('not-found');
    expect(await codeOf(world.as(operator).removeHolder(here))).toBe('forbidden');
    expect(await codeOf(world.as(someone()).removeHolder(here))).toBe('not-found');
    const elsewhere = { registrationId: fresh.id, holderId: newId() };
    expect(await codeOf(world.as(owner).removeHolder(elsewhere))).toBe('not-found');
    expect(await codeOf(world.as(owner).updateHolder({ ...elsewhere, holderName: 'C' }))).toBe('not-found');
  });
});
