import { event, facts } from '@g2/kit/events';
import { connectRpc, type RpcClient } from '@g2/kit/grpc-client';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { IdentityService } from '@g2/proto/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  codeOf,
  createWorld,
  logIn,
  refusal,
  someone,
  startIdentity,
  type User,
  type World,
} from './world.ts';

let world: World;
let away: World;
let operator: User;
let identity: RpcClient<IdentityService>;
const admin = someone('admin');
const owner = someone();
const list = { page: undefined, statuses: [], search: '', assignedToMe: true, sort: '' };

const signIn = (email: string, password: string) => logIn(identity, email, password);

/** Real identity beside it, with the demo accounts. */
beforeAll(async () => {
  away = await createWorld();
  world = await createWorld({
    async identity(bed) {
      const peer = await startIdentity(bed);
      identity = connectRpc(IdentityService, peer);
      return peer;
    },
  });
  operator = await signIn('operador@g2.local', 'Operador-2026!');
});
afterAll(async () => {
  identity?.close();
  await world?.close();
  await away?.close();
});

const told = (over: Partial<{ role: string; isActive: boolean; isDeleted: boolean }>, userId: string) =>
  event(facts.userChanged, userId, 1, {
    userId,
    role: 'operator',
    isActive: true,
    isDeleted: false,
    ...over,
  });

const assigned = async (id: string) => (await world.as(admin).getRegistration({ id })).assignedOperatorId;

describe('assignment', () => {
  it('is to an active operator, once, and can be taken back', async () => {
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
    const heard = await world.hears(id, 'registration.assignment_changed', 2);
    expect(heard.map((one) => one.data.operatorId)).toEqual([operator.id, undefined]);
  });

  it('is refused to clients, strangers, the owner, and by others than admins', async () => {
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

  it('goes to one of two at once', async () => {
    const { id } = await world.create(owner);
    const assign = () => world.as(admin).assignOperator({ id, operatorId: operator.id });
    const done = await Promise.allSettled([assign(), assign(), assign()]);
    expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(1);
  });

  it('waits for nobody when identity is away', async () => {
    const { id } = await away.create(owner);
    const assign = away.as(admin).assignOperator({ id, operatorId: operator.id });
    expect(await codeOf(assign)).toBe('unavailable');
  });
});

describe('identity.user_changed', () => {
  it.each([
    ['deactivated', { isActive: false }],
    ['demoted', { role: 'client' }],
    ['deleted', { isDeleted: true }],
  ])('takes the assignments of one %s, once', async (_name, change) => {
    const made = [await world.create(owner), await world.create(owner)];
    for (const { id } of made) await world.as(admin).assignOperator({ id, operatorId: operator.id });
    const kept = newId();
    await world.publish(told({ role: 'admin' }, operator.id), kept);
    const eventId = newId();
    await world.publish(told(change, operator.id), eventId);
    await world.publish(told(change, operator.id), eventId);
    for (const { id } of made) {
      await eventually('unassigned', async () => (await assigned(id)) === undefined);
      await world.hears(id, 'registration.assignment_changed', 2);
    }
    await world.drained();
    for (const { id } of made) expect(world.of(id, 'registration.assignment_changed')).toHaveLength(2);
  });

  it('between the question and the assignment makes the answer stale', async () => {
    const { id } = await world.create(owner);
    const gate = await world.pool.connect();
    try {
      // Holds the operator as an assignment does, until the change has been heard of and waits behind it.
      await gate.query('BEGIN');
      await gate.query("SELECT pg_advisory_xact_lock(hashtextextended('staff:' || $1, 0))", [operator.id]);
      await world.publish(told({ isActive: false }, operator.id));
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

  const waiting = (count: number) =>
    eventually(`${count} waiting`, async () => {
      const { rowCount } = await world.pool.query(
        "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted AND database = (SELECT oid FROM pg_database WHERE datname = current_database())",
      );
      return rowCount === count;
    });
});
