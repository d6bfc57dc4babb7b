import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { describe, expect, it } from 'vitest';
import { type StaffChange, staffEvents } from './staff-events.ts';
import { codeOf, logIn, ownIdentity, type ReceivedEvent, someone, wanted } from './world.ts';

const admin = someone('admin');
const owner = someone();
const STEPS = ['paid', 'reviewing', 'government_processing', 'completed', 'certificate_issued'];
const list = wanted({ assignedToMe: true });
const { world, identity } = await ownIdentity();
const operator = await logIn(identity, 'operador@g2.local', 'Operador-2026!');
const staff = staffEvents(world);
const { released } = staff;
const reported = (change: StaffChange, userId = operator.id) => staff.reported(change, userId);
const deliver = (change: StaffChange, userId = operator.id, at?: number) => staff.deliver(change, userId, at);

const dropped = () => world.heard.filter((one) => one.type === 'registration.assignments_dropped');
const idsIn = (events: ReceivedEvent[]) => events.flatMap((one) => one.data.registrationIds as string[]);
const assigned = async (id: string) => (await world.as(admin).getRegistration({ id })).assignedOperatorId;

describe('identity.user_changed', () => {
  it.each([
    ['deactivated', { isActive: false }],
    ['demoted', { role: 'client' }],
  ])('releases the open assignments of a %s operator once and keeps finished ones', async (_name, change) => {
    const made = [await world.create(owner), await world.create(owner)];
    const done = await world.at(owner, ...STEPS);
    for (const { id } of [...made, done]) {
      await world.as(admin).assignOperator({ id, operatorId: operator.id });
    }
    const eventId = newId();
    const word = reported(change);
    await world.publish(word, eventId);
    await world.publish(word, eventId);
    for (const { id } of made) {
      await eventually('unassigned', async () => (await assigned(id)) === undefined);
    }
    await released();
    await world.drained();
    await eventually('it is published', async () => idsIn(dropped()).includes(made[1]?.id ?? ''));
    for (const { id } of made) {
      expect(idsIn(dropped()).filter((one) => one === id)).toHaveLength(1);
      expect(world.of(id, 'registration.assignment_changed')).toHaveLength(1);
    }
    expect(await assigned(done.id)).toBe(operator.id);
  });

  it('has no effect with an outdated version', async () => {
    const late = staff.next();
    await deliver({ role: 'admin' });
    const { id } = await world.create(owner);
    await world.as(admin).assignOperator({ id, operatorId: operator.id });
    await deliver({ role: 'client' }, operator.id, late);
    await released();
    expect(await assigned(id)).toBe(operator.id);
  });

  it('stores nothing for a sign-up', async () => {
    const user = newId();
    await world.publish(staff.reported({ role: 'client' }, user, 1));
    await deliver({ role: 'client' }, newId());
    const { rowCount } = await world.pool.query('SELECT 1 FROM account_changes WHERE user_id = $1', [user]);
    expect(rowCount).toBe(0);
  });

  it('makes a concurrent assignment a conflict if the event is recorded first', async () => {
    const { id } = await world.create(owner);
    const gate = await world.pool.connect();
    try {
      // Holds the account lock, as an assignment does, until the event handler waits for it.
      await gate.query('BEGIN');
      await gate.query("SELECT pg_advisory_xact_lock(hashtextextended('staff:' || $1, 0))", [operator.id]);
      await world.publish(reported({ isActive: false }));
      await waiting(1);
      const assign = codeOf(world.as(admin).assignOperator({ id, operatorId: operator.id }));
      await waiting(2);
      await gate.query('COMMIT');
      expect(await assign).toBe('conflict');
      expect(await assigned(id)).toBeUndefined();
    } finally {
      gate.release();
    }
  });

  it('makes a concurrent assignment a conflict even if the event is already processed', async () => {
    await released();
    const { id } = await world.create(owner);
    const gate = await world.pool.connect();
    try {
      await gate.query('BEGIN');
      await gate.query("SELECT pg_advisory_xact_lock(hashtextextended('staff:' || $1, 0))", [operator.id]);
      const assign = codeOf(world.as(admin).assignOperator({ id, operatorId: operator.id }));
      await waiting(1);
      await gate.query(
        `INSERT INTO account_changes AS a (user_id, changes) VALUES ($1, 1)
         ON CONFLICT (user_id) DO UPDATE SET changes = a.changes + 1`,
        [operator.id],
      );
      await gate.query('COMMIT');
      expect(await assign).toBe('conflict');
    } finally {
      gate.release();
    }
  });

  it('blocks assignments to the operator until it is processed', async () => {
    await released();
    const held = await world.create(owner);
    const { id } = await world.create(owner);
    await world.as(admin).assignOperator({ id: held.id, operatorId: operator.id });
    const gate = await world.pool.connect();
    try {
      await gate.query('BEGIN');
      await gate.query('SELECT FROM registration_assignments WHERE registration_id = $1 FOR UPDATE', [
        held.id,
      ]);
      await deliver({ isActive: false });
      // A second event reports the operator as active again, but the deactivation is processed first.
      await deliver({});
      const assign = world.as(admin).assignOperator({ id, operatorId: operator.id });
      expect(await codeOf(assign)).toBe('conflict');
      await gate.query('COMMIT');
    } finally {
      gate.release();
    }
    await released();
    expect(await assigned(held.id)).toBeUndefined();
    await world.as(admin).assignOperator({ id, operatorId: operator.id });
  });

  it('releases thousands of assignments in batches while other calls are served', async () => {
    await world.pool.query(
      `WITH made AS (
         INSERT INTO registrations (id, user_id, title, applicant_name, applicant_email, applicant_tax_id, holder_name,
           description, status_updated_at, created_at)
         SELECT gen_random_uuid(), $1, 'massa', 'A', 'a@example.com', '52998224725', 'A', 'muita', now(), now()
         FROM generate_series(1, 3001) RETURNING id, created_at)
       INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM made`,
      [owner.id, operator.id],
    );
    const before = dropped().length;
    await deliver({ isActive: false });
    await serveUntil(released());
    await world.drained();
    await eventually('all are published', async () => idsIn(dropped().slice(before)).length >= 3_001);
    const batches = dropped().slice(before);
    expect(Math.max(...batches.map((one) => idsIn([one]).length))).toBe(200);
    expect(new Set(idsIn(batches)).size).toBe(idsIn(batches).length);
    expect((await world.as(operator).listForStaff({ ...list, statuses: ['submitted'] })).total).toBe(0);
  });

  /** Creates, lists, edits and deletes registrations until `end` settles; no call may fail or time out. */
  async function serveUntil(end: Promise<unknown>): Promise<void> {
    let isOver = false;
    void end.finally(() => {
      isOver = true;
    });
    const client = someone();
    do {
      const { id } = await world.create(client);
      await world.as(someone('operator')).listForStaff({ ...list, assignedToMe: false });
      await world.as(client).updateRegistration({ id, title: 'Novo' });
      await world.as(client).deleteRegistration({ id });
    } while (!isOver);
    await end;
  }

  const waiting = (count: number) =>
    eventually(`${count} waiting`, async () => {
      const { rowCount } = await world.pool.query(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      return rowCount === count;
    });
});
