import { event, facts } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, createWorld, someone, startIdentity, type World } from './world.ts';

let world: World;
let away: World;
const owner = someone();
const admin = someone('admin');
const list = { page: undefined, statuses: [], search: '', assignedToMe: true, sort: '' };

beforeAll(async () => {
  away = await createWorld();
  world = await createWorld({ identity: startIdentity });
});
afterAll(async () => {
  await world?.close();
  await away?.close();
});

const assigned = async (id: string, at = world) =>
  (await at.as(admin).getRegistration({ id })).assignedOperatorId;

/** Told that this account is staff no longer, and all it had taken back. */
async function demote(userId: string, at: World): Promise<void> {
  const gone = { userId, role: 'client', isActive: true, isDeleted: false };
  const eventId = newId();
  await at.publish(event(facts.userChanged, userId, 7, gone), eventId);
  await eventually('heard, and released', async () => {
    const rows = await at.pool.query('SELECT 1 FROM account_changes WHERE user_id = $1 AND NOT releasing', [
      userId,
    ]);
    return rows.rowCount === 1;
  });
}

describe('a step taken with what nobody works on', () => {
  it.each([
    ['approve', 'operator', ['paid'], 'reviewing'],
    ['request_corrections', 'operator', ['paid', 'reviewing'], 'submitted'],
    ['approve', 'admin', ['paid', 'reviewing'], 'government_processing'],
  ] as const)(
    '%s by an %s makes it theirs, told and listed as an assignment',
    async (action, role, at, to) => {
      const { id } = await world.at(owner, ...at);
      const actor = someone(role);
      const done = await world.as(actor).operatorAction({ id, action, expectedStatus: at.at(-1) });
      expect([done.status, done.assignedOperatorId]).toEqual([to, actor.id]);
      const mine = await world.as(actor).listForStaff(list);
      expect(mine.items.map((item) => item.id)).toEqual([id]);
      const [told] = await world.hears(id, 'registration.assignment_changed');
      expect(told?.data.operatorId).toBe(actor.id);
      const counts = await world.as(admin).countAssignments({});
      expect(counts.items).toContainEqual({ operatorId: actor.id, assigned: 1 });
      expect(
        await codeOf(world.as(admin).operatorAction({ id, action: 'approve', expectedStatus: 'completed' })),
      ).toBe('conflict');
      expect(await assigned(id)).toBe(actor.id);
    },
  );

  it('leaves with its owner what somebody works on, and a note takes nothing', async () => {
    const [first, second] = [someone('operator'), someone('operator')];
    const { id } = await world.at(owner, 'paid');
    await world.as(second).operatorAction({ id, action: 'add_notes', notes: 'visto' });
    expect(await assigned(id)).toBeUndefined();
    await world.as(first).operatorAction({ id, action: 'approve' });
    await world.as(second).operatorAction({ id, action: 'approve' });
    expect(await assigned(id)).toBe(first.id);
    await world.drained();
    expect(world.of(id, 'registration.assignment_changed')).toHaveLength(1);
  });

  it('is all of it or none: a refused one assigns nobody, and of many at once one has both', async () => {
    const { id } = await world.at(owner, 'paid');
    const late = world
      .as(someone('operator'))
      .operatorAction({ id, action: 'approve', expectedStatus: 'submitted' });
    expect(await codeOf(late)).toBe('conflict');
    expect(await assigned(id)).toBeUndefined();
    const crowd = Array.from({ length: 8 }, () => someone('operator'));
    const done = await Promise.allSettled(
      crowd.map((one) => world.as(one).operatorAction({ id, action: 'approve', expectedStatus: 'paid' })),
    );
    const winner = crowd[done.findIndex((one) => one.status === 'fulfilled')];
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
    expect(await assigned(id)).toBe(winner?.id);
  });

  it('goes through without identity; who was told to be staff no longer gets nothing by a last token', async () => {
    const { id } = await away.at(owner, 'paid');
    const fresh = someone('operator');
    await away.as(fresh).operatorAction({ id, action: 'approve' });
    expect(await assigned(id, away)).toBe(fresh.id);
    for (const place of [away, world]) {
      const stale = someone('operator');
      await demote(stale.id, place);
      const one = await place.at(owner, 'paid');
      const done = await place.as(stale).operatorAction({ id: one.id, action: 'approve' });
      expect([done.status, done.assignedOperatorId]).toEqual(['reviewing', undefined]);
    }
  });
});
