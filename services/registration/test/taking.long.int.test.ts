import { event } from '@g2/kit/events';
import { newId } from '@g2/kit/ids';
import { eventually } from '@g2/kit/testing';
import { facts } from '@g2/proto/facts';
import { afterEach, describe, expect, it } from 'vitest';
import { paidQueue } from './queue-fixtures.ts';
import { codeOf, logIn, ownIdentity, refusal, someone } from './world.ts';

const owner = someone();
const admin = someone('admin');
const operator = someone('operator');
const colleague = someone('operator');
const { world, identity } = await ownIdentity();
// Removes the registrations that the previous test left in the queue.
afterEach(() => world.pool.query('DELETE FROM registrations'));

const assigned = async (id: string) => (await world.as(admin).getRegistration({ id })).assignedOperatorId;
const acts = (id: string) =>
  world.heard
    .filter(({ type, data }) => type === 'registration.act' && data.subjectId === id)
    .map(({ data }) => [data.action, data.actorId, data.detail]);

const queue = (count: number, jurisdiction?: string) => paidQueue(world, owner, count, jurisdiction);

/** Publishes the event of identity about a deactivated operator, and waits until it is processed. */
async function deactivate(userId: string): Promise<void> {
  const id = newId();
  const change = { userId, role: 'operator', isActive: false, isDeleted: false };
  await world.publish(event(facts.userChanged, userId, 2, change), id);
  await eventually('carried out', async () => {
    const { rowCount } = await world.pool.query(
      'SELECT 1 FROM account_changes WHERE user_id = $1 AND NOT releasing',
      [userId],
    );
    return rowCount === 1;
  });
}

describe('taking a registration', () => {
  it('assigns it to the caller and emits one event', async () => {
    const { id } = await world.at(owner, 'paid');
    const taken = await world.as(operator).takeRegistration({ id });
    expect(taken.assignedOperatorId).toBe(operator.id);
    // A repeated call changes and emits nothing.
    await world.as(operator).takeRegistration({ id });
    await world.as(operator).takeRegistration({ id, from: colleague.id });
    await world.as(admin).unassignOperator({ id });
    const events = await world.waitForEvents(id, 'registration.assignment_changed', 2);
    expect(events.map(({ data }) => data.operatorId)).toEqual([operator.id, undefined]);
    expect(acts(id).filter(([action]) => action === 'operator-assigned')).toEqual([
      ['operator-assigned', operator.id, { operatorId: operator.id }],
    ]);
  });

  it('takes it from a colleague only if the caller names that colleague', async () => {
    const { id } = await world.at(owner, 'paid', 'reviewing');
    await world.as(colleague).takeRegistration({ id });
    const blind = await refusal(world.as(operator).takeRegistration({ id }));
    expect([blind.code, blind.message]).toEqual([
      'already-assigned',
      'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
    ]);
    expect(await codeOf(world.as(operator).takeRegistration({ id, from: admin.id }))).toBe(
      'already-assigned',
    );
    expect(await assigned(id)).toBe(colleague.id);
    await world.as(operator).takeRegistration({ id, from: colleague.id });
    expect(await assigned(id)).toBe(operator.id);
    await world.waitForEvents(id, 'registration.assignment_changed', 2);
    expect(acts(id)).toContainEqual([
      'operator-assigned',
      operator.id,
      { operatorId: operator.id, takenFrom: colleague.id },
    ]);
  });

  it('is refused for the caller’s own or a missing registration, and to clients', async () => {
    const own = await world.create(operator);
    expect(await codeOf(world.as(operator).takeRegistration({ id: own.id }))).toBe('own-registration');
    expect(await codeOf(world.as(operator).takeRegistration({ id: newId() }))).toBe('not-found');
    expect(await codeOf(world.as(owner).takeRegistration({ id: own.id }))).toBe('forbidden');
  });

  it('succeeds for one of many concurrent callers', async () => {
    const { id } = await world.at(owner, 'paid');
    const team = Array.from({ length: 8 }, () => someone('operator'));
    const done = await Promise.allSettled(team.map((one) => world.as(one).takeRegistration({ id })));
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('is refused if identity reports the caller as former staff', async () => {
    const [id = ''] = await queue(1);
    const gone = someone('operator');
    await deactivate(gone.id);
    expect(await codeOf(world.as(gone).takeRegistration({ id }))).toBe('forbidden');
    expect(await codeOf(world.as(gone).takeNext({}))).toBe('forbidden');
    expect(await assigned(id)).toBeUndefined();
  });

  it('is possible again after a return to the staff', async () => {
    const back = await logIn(identity, 'operador@g2.local', 'Operador-2026!');
    await deactivate(back.id);
    const [id] = await queue(1);
    expect((await world.as(back).takeNext({})).id).toBe(id);
  });
});

describe('taking the next registration of the queue', () => {
  it('returns the longest-waiting one that is paid, unassigned and not the caller’s own', async () => {
    const [first = '', second = '', third] = await queue(3);
    await world.pool.query('UPDATE registrations SET user_id = $2 WHERE id = $1', [first, operator.id]);
    await world.as(colleague).takeRegistration({ id: second });
    const taken = await world.as(operator).takeNext({});
    expect([taken.id, taken.assignedOperatorId, taken.status]).toEqual([third, operator.id, 'paid']);
    const none = await refusal(world.as(operator).takeNext({}));
    expect([none.code, none.message]).toEqual(['not-found', 'Nenhum registro pago aguarda sem operador.']);
    await world.waitForEvents(third ?? '', 'registration.assignment_changed');
    expect(acts(third ?? '')).toEqual([['operator-assigned', operator.id, { operatorId: operator.id }]]);
  });

  it('filters by jurisdiction', async () => {
    await queue(1);
    const [there] = await queue(1, 'brasil');
    expect((await world.as(operator).takeNext({ jurisdiction: 'brasil' })).id).toBe(there);
    expect(await codeOf(world.as(operator).takeNext({ jurisdiction: 'brasil' }))).toBe('not-found');
    expect(await codeOf(world.as(operator).takeNext({ jurisdiction: 'marte' }))).toBe('invalid-input');
  });

  it('returns the same registration for a repeated idempotency key', async () => {
    const ids = await queue(2);
    const options = { idempotencyKey: newId() };
    const taken = [
      await world.as(operator).takeNext({}, options),
      await world.as(operator).takeNext({}, options),
    ];
    expect(taken.map(({ id }) => id)).toEqual([ids[0], ids[0]]);
  });
});

describe('a staff action', () => {
  it('assigns an unassigned registration to the caller', async () => {
    const { id } = await world.at(owner, 'paid');
    await world.as(colleague).operatorAction({ id, action: 'add_notes', notes: 'vista' });
    expect(await assigned(id)).toBeUndefined();
    const stepped = await world.as(operator).operatorAction({ id, action: 'approve' });
    expect([stepped.status, stepped.assignedOperatorId]).toEqual(['reviewing', operator.id]);
    await world.waitForEvents(id, 'registration.assignment_changed');
    expect(acts(id).map(([action]) => action)).toContain('operator-assigned');
    // A registration assigned to a colleague is not reassigned.
    await world.as(colleague).operatorAction({ id, action: 'request_corrections' });
    expect(await assigned(id)).toBe(operator.id);
  });

  it('is refused if the operator changed, until the caller names the new operator', async () => {
    const { id } = await world.at(owner, 'paid', 'reviewing');
    const step = (operatorId: string | undefined, action = 'approve') =>
      world.as(operator).operatorAction({ id, action, notes: 'vista', expectedOperator: { operatorId } });
    await world.as(colleague).takeRegistration({ id });
    const late = await refusal(step(undefined));
    expect([late.code, late.message]).toEqual([
      'already-assigned',
      'Este registro passou a ser de outra pessoa. Atualize e tente novamente.',
    ]);
    expect(await codeOf(step(admin.id, 'request_corrections'))).toBe('already-assigned');
    await step(undefined, 'add_notes');
    const known = await step(colleague.id.toUpperCase());
    expect([known.status, known.assignedOperatorId]).toEqual(['government_processing', colleague.id]);
    // A repeated idempotency key returns the first response.
    const again = await world.at(owner, 'paid');
    const options = { idempotencyKey: newId() };
    const approve = { id: again.id, action: 'approve', expectedOperator: { operatorId: undefined } };
    await world.as(operator).operatorAction(approve, options);
    await world.as(colleague).takeRegistration({ id: again.id, from: operator.id });
    expect((await world.as(operator).operatorAction(approve, options)).status).toBe('reviewing');
  });

  it.each([
    ['unassigned', undefined],
    ['assigned to another colleague', admin.id],
  ])(
    'waits for a concurrent take of a registration that is %s, and is then refused',
    async (_whose, before) => {
      const { id } = await world.at(owner, 'paid');
      if (before !== undefined) await world.as({ id: before, role: 'admin' }).takeRegistration({ id });
      const gate = await world.pool.connect();
      try {
        await gate.query('BEGIN');
        await gate.query('SELECT FROM registrations WHERE id = $1 FOR UPDATE', [id]);
        await gate.query(
          `INSERT INTO registration_assignments SELECT id, $2, created_at, true FROM registrations WHERE id = $1
         ON CONFLICT (registration_id) DO UPDATE SET operator_id = $2`,
          [id, colleague.id],
        );
        const expectedOperator = { operatorId: before };
        const step = codeOf(world.as(operator).operatorAction({ id, action: 'approve', expectedOperator }));
        await world.blocked();
        await gate.query('COMMIT');
        expect(await step).toBe('already-assigned');
      } finally {
        gate.release();
      }
      expect((await world.as(admin).getRegistration({ id })).status).toBe('paid');
    },
  );

  it('assigns nothing if it is refused', async () => {
    const { id } = await world.at(owner, 'paid');
    const late = world.as(operator).operatorAction({ id, action: 'approve', expectedStatus: 'reviewing' });
    expect(await codeOf(late)).toBe('conflict');
    expect(await assigned(id)).toBeUndefined();
  });

  it('assigns nothing if the caller is former staff with an old token', async () => {
    const { id } = await world.at(owner, 'paid');
    const gone = someone('operator');
    await deactivate(gone.id);
    const stepped = await world.as(gone).operatorAction({ id, action: 'approve' });
    expect([stepped.status, stepped.assignedOperatorId]).toEqual(['reviewing', undefined]);
  });
});
