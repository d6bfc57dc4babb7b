import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { paidQueue } from './queue-fixtures.ts';
import { staffEvents } from './staff-events.ts';
import { codeOf, logIn, ownIdentity, refusal, someone } from './world.ts';

const admin = someone('admin');
const owner = someone();
const colleague = someone('operator');
const { world, identity } = await ownIdentity();
const staff = staffEvents(world);
/** Identity always reports this operator as active, even if an event says otherwise. */
const operator = await logIn(identity, 'operador@g2.local', 'Operador-2026!');
const client = await logIn(identity, 'cliente@g2.local', 'Cliente-2026!');
afterEach(() => world.pool.query('DELETE FROM registrations; DELETE FROM dropped_assignments'));

/**
 * Creates paid registrations assigned to the operator, and drops the assignments by a deactivation.
 * @returns their ids
 */
async function dropped(count: number): Promise<string[]> {
  const ids = await paidQueue(world, owner, count);
  await world.pool.query(
    `INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM registrations WHERE id = any($1)`,
    [ids, operator.id],
  );
  await staff.deliver({ isActive: false }, operator.id);
  await staff.released();
  await staff.deliver({}, operator.id);
  return ids;
}
const list = (page = 1, limit = 10) =>
  world.as(admin).listDroppedAssignments({ operatorId: operator.id, page: { page, limit } });
const restore = () => world.as(admin).restoreAssignments({ id: operator.id });
const assigned = async (id: string) => (await world.as(admin).getRegistration({ id })).assignedOperatorId;
const load = async () =>
  (await world.as(admin).countAssignments({})).items.find(({ operatorId }) => operatorId === operator.id)
    ?.assigned ?? 0;
const rows = async (): Promise<number> =>
  (await world.pool.query('SELECT 1 FROM dropped_assignments')).rowCount ?? 0;

describe('dropped assignments', () => {
  it('are listed newest first, with the current operator of each registration', async () => {
    const [first = '', second = '', third = ''] = await dropped(3);
    await world.pool.query(
      "UPDATE dropped_assignments SET dropped_at = dropped_at - interval '1 day' WHERE registration_id = $1",
      [second],
    );
    await world.as(colleague).takeRegistration({ id: third });
    const { items, total, free } = await list();
    expect([total, free, items.at(-1)?.id]).toEqual([3, 2, second]);
    expect(items.find(({ id }) => id === third)).toMatchObject({
      title: 'Fila',
      status: 'paid',
      operatorId: colleague.id,
    });
    expect(items.find(({ id }) => id === first)?.operatorId).toBeUndefined();
    const pages = await Promise.all([list(1, 2), list(2, 2)]);
    expect(pages.flatMap((page) => page.items.map(({ id }) => id))).toEqual(items.map(({ id }) => id));
    expect(
      await world.as(admin).listDroppedAssignments({ operatorId: newId(), page: undefined }),
    ).toMatchObject({ items: [], total: 0, free: 0 });
  });

  it('are recorded in the audit trail with their number', async () => {
    const before = world.heard.length;
    await dropped(2);
    const reported = await eventually('it is published', async () =>
      world.heard.slice(before).find(({ data }) => data.action === 'assignments-dropped'),
    );
    expect(reported.data).toMatchObject({
      subjectType: 'user',
      subjectId: operator.id,
      detail: { registrations: '2' },
    });
  });

  it('are forgotten after half a year, or once the registration is finished or reassigned', async () => {
    const [again = '', done = '', old = ''] = await dropped(3);
    const { id: made } = await world.create(owner);
    await world.pool.query('INSERT INTO dropped_assignments VALUES ($1, $2, $3)', [
      operator.id,
      made,
      world.now(),
    ]);
    await world.as(admin).assignOperator({ id: again, operatorId: operator.id });
    expect((await list()).total).toBe(3);
    for (const status of ['reviewing', 'government_processing', 'completed', 'certificate_issued'])
      await world.as(admin).changeStatus({ id: done, status });
    await world.as(owner).deleteRegistration({ id: made });
    expect((await list()).items.map(({ id }) => id)).toEqual([old]);
    await world.pool.query("UPDATE dropped_assignments SET dropped_at = now() - interval '181 days'");
    await eventually('forgotten', async () => (await rows()) === 0);
  });

  it('are not recorded for a deleted account', async () => {
    const gone = newId();
    const [id = ''] = await paidQueue(world, owner, 1);
    const { id: before } = await world.create(owner);
    await world.pool.query(
      'INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM registrations WHERE id = $1',
      [id, gone],
    );
    await world.pool.query('INSERT INTO dropped_assignments VALUES ($1, $2, now())', [gone, before]);
    await staff.deliver({ isDeleted: true }, gone);
    await staff.released();
    expect(await assigned(id)).toBeUndefined();
    world.travel(6 * 60_000);
    await eventually('forgotten', async () => (await rows()) === 0);
  });
});

describe('restoring assignments', () => {
  it('restores unassigned registrations and keeps those assigned to colleagues', async () => {
    const [mine = '', taken = ''] = await dropped(2);
    await world.as(colleague).takeRegistration({ id: taken });
    expect(await restore()).toEqual({ restored: 1, kept: 1 });
    expect([await assigned(mine), await assigned(taken), await load()]).toEqual([
      operator.id,
      colleague.id,
      1,
    ]);
    const [reported] = await world.waitForEvents(mine, 'registration.assignment_changed');
    expect(reported?.data).toMatchObject({ operatorId: operator.id, by: admin.id });
    await world.drained();
    const acts = world.heard.filter(({ type }) => type === 'registration.act').map(({ data }) => data);
    expect(acts.find(({ subjectId }) => subjectId === mine)).toMatchObject({
      action: 'operator-assigned',
      actorId: admin.id,
      detail: { operatorId: operator.id, restored: 'true' },
    });
    expect(acts.find(({ action }) => action === 'assignments-restored')).toMatchObject({
      actorId: admin.id,
      subjectId: operator.id,
      detail: { registrations: '1' },
    });
    // A second call changes nothing.
    expect(await restore()).toEqual({ restored: 0, kept: 1 });
    const { items, free } = await list();
    expect([items.map(({ id }) => id), free]).toEqual([[taken], 0]);
    // Once the colleague is unassigned, the assignment can be restored.
    await world.as(admin).unassignOperator({ id: taken });
    expect(await restore()).toEqual({ restored: 1, kept: 0 });
    expect(await rows()).toBe(0);
  });

  it('deletes records of registrations that an earlier release finished or reassigned', async () => {
    const [done = '', theirs = ''] = await dropped(2);
    // Writes like an earlier release that does not know dropped_assignments, as happens during an upgrade.
    await world.pool.query(
      "UPDATE registrations SET status = 'certificate_issued', certificate_issued_at = now(), government_submitted_at = now() WHERE id = $1",
      [done],
    );
    await world.pool.query(
      'INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM registrations WHERE id = $1',
      [theirs, operator.id],
    );
    expect(await restore()).toEqual({ restored: 0, kept: 0 });
    expect(await rows()).toBe(0);
  });

  it('restores each of hundreds once, in batches, despite two concurrent calls', async () => {
    const ids = await dropped(450);
    const [one, two] = await Promise.all([restore(), restore()]);
    expect((one?.restored ?? 0) + (two?.restored ?? 0)).toBe(450);
    expect([await load(), await rows()]).toEqual([450, 0]);
    await world.drained();
    const reported = world.heard.filter(
      ({ type, data }) =>
        type === 'registration.assignment_changed' && ids.includes(data.registrationId as string),
    );
    expect(reported).toHaveLength(450);
  });

  it('waits for a concurrent assignment to a colleague and does not change it', async () => {
    const [id = ''] = await dropped(1);
    const gate = await world.pool.connect();
    try {
      await gate.query('BEGIN');
      await gate.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [id]);
      await gate.query(
        'INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM registrations WHERE id = $1',
        [id, colleague.id],
      );
      const given = restore();
      await world.blocked();
      await gate.query('COMMIT');
      expect(await given).toEqual({ restored: 0, kept: 1 });
    } finally {
      gate.release();
    }
    expect(await assigned(id)).toBe(colleague.id);
  });

  it('stops with a conflict if the account loses its staff role meanwhile', async () => {
    const [id = ''] = await dropped(1);
    const gate = await world.pool.connect();
    try {
      await gate.query('BEGIN');
      await gate.query("SELECT pg_advisory_xact_lock(hashtextextended('staff:' || $1, 0))", [operator.id]);
      const given = refusal(restore());
      await world.blocked();
      await gate.query('UPDATE account_changes SET changes = changes + 1 WHERE user_id = $1', [operator.id]);
      await gate.query('COMMIT');
      const { code, message } = await given;
      expect([code, message]).toEqual([
        'conflict',
        'As atribuições desta pessoa ainda estão mudando. Tente novamente em instantes.',
      ]);
    } finally {
      gate.release();
    }
    expect(await assigned(id)).toBeUndefined();
    expect(await restore()).toEqual({ restored: 1, kept: 0 });
    await staff.deliver({ isActive: false }, operator.id);
    await staff.released();
    expect([await assigned(id), (await list()).total]).toEqual([undefined, 1]);
    await staff.deliver({}, operator.id);
  });

  it('is refused for an account that is not active staff, and to callers other than admins', async () => {
    const unknown = await refusal(world.as(admin).restoreAssignments({ id: newId() }));
    expect([unknown.code, unknown.message]).toEqual([
      'conflict',
      'Esta conta não é de um operador ou administrador ativo.',
    ]);
    expect(await codeOf(world.as(admin).restoreAssignments({ id: client.id }))).toBe('conflict');
    expect(await codeOf(world.as(operator).restoreAssignments({ id: operator.id }))).toBe('forbidden');
  });
});
