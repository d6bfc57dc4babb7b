import { newId } from '@g2/kit/ids';
import { closeAfterTests } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { codeOf, createWorld, logIn, ownIdentity, refusal, someone, wanted } from './world.ts';

const admin = someone('admin');
const owner = someone();
const list = wanted({ assignedToMe: true });

const away = await closeAfterTests(createWorld());
const { world, identity } = await ownIdentity();
const signIn = (email: string, password: string) => logIn(identity, email, password);
const operator = await signIn('operador@g2.local', 'Operador-2026!');

const assigned = async (id: string) => (await world.as(admin).getRegistration({ id })).assignedOperatorId;

describe('assignment', () => {
  it('[assignment-once] assigns an active operator once, and can be undone by unassigning', async () => {
    const { id } = await world.at(owner, 'paid');
    const state = await world.as(admin).assignOperator({ id, operatorId: operator.id });
    expect(state.assignedOperatorId).toBe(operator.id);
    expect(await codeOf(world.as(admin).assignOperator({ id, operatorId: operator.id }))).toBe(
      'already-assigned',
    );
    const mine = await world.as(operator).listForStaff(list);
    expect(mine.items.map((item) => item.id)).toContain(id);
    const counts = await world.as(admin).countAssignments({});
    expect(counts.items).toEqual([{ operatorId: operator.id, assigned: mine.total }]);
    await world.as(admin).unassignOperator({ id });
    expect(await assigned(id)).toBeUndefined();
    const again = await refusal(world.as(admin).unassignOperator({ id }));
    expect([again.code, again.message]).toEqual(['conflict', 'Este registro não tem operador atribuído.']);
    const events = await world.waitForEvents(id, 'registration.assignment_changed', 2);
    expect(events.map((one) => one.data.operatorId)).toEqual([operator.id, undefined]);
  });

  it('moves a registration in one step if the admin names its current operator', async () => {
    const second = await signIn('admin@g2.local', 'Admin-2026!');
    const { id } = await world.at(owner, 'paid');
    const assign = (operatorId: string, from?: string) =>
      world.as(admin).assignOperator({ id, operatorId, from });
    await assign(operator.id);
    const unseen = await refusal(assign(second.id, newId()));
    expect([unseen.code, unseen.message]).toEqual([
      'already-assigned',
      'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
    ]);
    expect(await codeOf(assign(second.id))).toBe('already-assigned');
    expect((await assign(second.id, operator.id.toUpperCase())).assignedOperatorId).toBe(second.id);
    // A retry after a lost response emits no further event.
    await assign(second.id, operator.id);
    expect(await codeOf(world.as(admin).unassignOperator({ id, from: operator.id }))).toBe(
      'already-assigned',
    );
    await world.as(admin).unassignOperator({ id, from: second.id });
    const events = await world.waitForEvents(id, 'registration.assignment_changed', 3);
    const about = { registrationId: id, by: admin.id, withoutTexts: true, userId: owner.id };
    expect(events.map(({ data }) => data)).toEqual([
      { ...about, operatorId: operator.id },
      { ...about, operatorId: second.id, before: operator.id },
      { ...about, before: second.id },
    ]);
  });

  it('is changed by only one of two concurrent admins', async () => {
    const second = await signIn('admin@g2.local', 'Admin-2026!');
    const { id } = await world.at(owner, 'paid');
    const colleague = someone('operator');
    await world.as(colleague).takeRegistration({ id });
    const to = [operator.id, second.id];
    const done = await Promise.allSettled(
      to.map((operatorId) => world.as(admin).assignOperator({ id, operatorId, from: colleague.id })),
    );
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(to).toContain(await assigned(id));
  });

  it('is refused if the assignee is not active staff or the caller is not an admin', async () => {
    const { id } = await world.create(owner);
    const client = await signIn('cliente@g2.local', 'Cliente-2026!');
    const assign = (operatorId: string) => codeOf(world.as(admin).assignOperator({ id, operatorId }));
    expect(await assign(client.id)).toBe('invalid-input');
    expect(await assign(newId())).toBe('invalid-input');
    expect(await assign('ninguém')).toBe('invalid-input');
    expect(await assign(owner.id)).toBe('own-registration');
    const byOperator = world.as(operator).assignOperator({ id, operatorId: operator.id });
    expect(await codeOf(byOperator)).toBe('forbidden');
    const nowhere = world.as(admin).assignOperator({ id: newId(), operatorId: operator.id });
    expect(await codeOf(nowhere)).toBe('not-found');
  });

  it('returns unavailable if identity cannot be reached', async () => {
    const { id } = await away.create(owner);
    const assign = away.as(admin).assignOperator({ id, operatorId: operator.id });
    expect(await codeOf(assign)).toBe('unavailable');
  });
});

describe('the load of an operator', () => {
  it('counts only unfinished registrations, while finished ones keep their operator', async () => {
    const { id } = await world.at(owner, 'paid', 'reviewing', 'government_processing', 'completed');
    await world.as(admin).assignOperator({ id, operatorId: operator.id });
    const load = async () => {
      const { items } = await world.as(admin).countAssignments({});
      return items.find((one) => one.operatorId === operator.id)?.assigned ?? 0;
    };
    const before = await load();
    await world.as(admin).changeStatus({ id, status: 'certificate_issued' });
    expect(await load()).toBe(before - 1);
    expect(await assigned(id)).toBe(operator.id);
    const mine = await world.as(operator).listForStaff({ ...list, statuses: ['certificate_issued'] });
    expect(mine.items.map((item) => item.id)).toContain(id);
    await world.as(admin).unassignOperator({ id });
    await world.as(admin).assignOperator({ id, operatorId: operator.id });
    expect(await load()).toBe(before - 1);
  });

  it('lists assigned registrations in every sort order, with search and total', async () => {
    const word = newId().slice(24);
    const made = [
      await world.create(owner, { title: `B ${word}` }),
      await world.create(owner, { title: `A ${word}` }),
      await world.create(owner, { title: `C ${word}` }),
    ];
    for (const { id } of made.slice(0, 2)) {
      await world.as(admin).assignOperator({ id, operatorId: operator.id });
    }
    const ask = (over: object) => world.as(operator).listForStaff({ ...list, search: word, ...over });
    const titles = async (over: object) => (await ask(over)).items.map((item) => item.details?.title[0]);
    expect(await titles({})).toEqual(['A', 'B']);
    expect(await titles({ sort: 'createdAt' })).toEqual(['B', 'A']);
    expect(await titles({ sort: 'title' })).toEqual(['A', 'B']);
    expect(await titles({ sort: '-title', statuses: ['submitted'] })).toEqual(['B', 'A']);
    expect(await titles({ search: 'A' })).toContain('A');
    const all = await ask({ search: '' });
    expect(all.total).toBe((await ask({ search: '', sort: 'status' })).total);
    expect(all.items.slice(0, 2).map((item) => item.details?.title)).toEqual([`A ${word}`, `B ${word}`]);
    const open = await ask({ search: '', statuses: ['submitted'], sort: 'createdAt' });
    expect(open.items.every((item) => item.status === 'submitted')).toBe(true);
  });
});
