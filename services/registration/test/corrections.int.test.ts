import { describe, expect, it } from 'vitest';
import { codeOf, ownWorld, someone } from './world.ts';

const owner = someone();
const admin = someone('admin');
const operator = someone('operator');

const world = await ownWorld();

const ana = { holderName: 'Ana', holderTaxId: '529.982.247-25', ownershipPercentage: 60 };
const rui = { holderName: 'Rui', holderTaxId: '111.444.777-35', ownershipPercentage: 40 };
const ask = (id: string, reason?: string) =>
  world.as(operator).operatorAction({ id, action: 'request_corrections', ...(reason ? { reason } : {}) });
const approve = (id: string) => world.as(operator).operatorAction({ id, action: 'approve' });
const changes = (id: string, user = operator) => world.as(user).getCorrectionChanges({ id });

/** Creates a paid registration with two holders, under review. @returns its id */
async function reviewed() {
  const { id } = await world.create(owner);
  for (const holder of [ana, rui]) await world.as(owner).addHolder({ registrationId: id, ...holder });
  await world.upload(owner, id);
  for (const status of ['paid', 'reviewing']) await world.as(admin).changeStatus({ id, status });
  return id;
}

describe('changes since a request for corrections', () => {
  it('are shown to owner and staff until the review ends', async () => {
    const id = await reviewed();
    expect(await codeOf(changes(id))).toBe('not-found');
    const { correctionsAskedAt: askedAt } = await ask(id, 'Falta algo');
    expect(askedAt).toBeInstanceOf(Date);
    expect(await changes(id)).toEqual({ askedAt, reason: 'Falta algo', details: [], holders: [] });
    await world.as(owner).updateRegistration({ id, title: 'Outro título', notes: 'Veja' });
    const { items } = await world.as(owner).listHolders({ id });
    await world.as(owner).removeHolder({ registrationId: id, holderId: items[1]?.id ?? '' });
    await world.as(owner).addHolder({ registrationId: id, ...rui, ownershipPercentage: 10 });
    await world.as(owner).resubmit({ id });
    await approve(id);
    const shown = {
      askedAt,
      reason: 'Falta algo',
      details: [
        { field: 'title', before: 'Programa de Teste', after: 'Outro título' },
        { field: 'notes', before: undefined, after: 'Veja' },
      ],
      holders: [{ before: rui, after: { ...rui, ownershipPercentage: 10 } }],
    };
    for (const user of [owner, operator, admin]) expect(await changes(id, user)).toEqual(shown);
    expect(await codeOf(changes(id, someone()))).toBe('not-found');
    await approve(id);
    expect(await codeOf(changes(id))).toBe('not-found');
    const decided = await world.as(operator).getRegistration({ id });
    expect([decided.status, decided.correctionsAskedAt]).toEqual(['government_processing', undefined]);
    expect(await kept(id)).toBe(0);
  });

  it('restart with each request, also from the government step', async () => {
    const id = await reviewed();
    await ask(id);
    await world.as(owner).updateRegistration({ id, title: 'Segundo' });
    await world.as(owner).resubmit({ id });
    await approve(id);
    await approve(id);
    await ask(id, 'De novo');
    await world.as(owner).updateRegistration({ id, title: 'Terceiro' });
    expect(await changes(id)).toMatchObject({
      reason: 'De novo',
      details: [{ field: 'title', before: 'Segundo', after: 'Terceiro' }],
    });
    expect(await kept(id)).toBe(1);
  });

  it('are stored once if two requests are made concurrently', async () => {
    const id = await reviewed();
    const twice = await Promise.allSettled([ask(id, 'Um'), ask(id, 'Dois')]);
    const done = twice.findIndex(({ status }) => status === 'fulfilled');
    expect(twice.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await changes(id)).reason).toBe(['Um', 'Dois'][done]);
  });
});

const kept = async (id: string): Promise<number> => {
  const found = await world.pool.query('SELECT 1 FROM correction_snapshots WHERE registration_id = $1', [id]);
  return found.rowCount ?? 0;
};
