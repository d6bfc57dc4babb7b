import { expect, it } from 'vitest';
import { HttpError } from '../../../lib/failures.ts';
import { aStaffRegistration } from '../../../testing/records.ts';
import { type AssignmentCalls, assignRow, effectOf, isAssignedToAnother } from './assignments.ts';

const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Reis' });
const paula = person('paula', 'Paula');
const otto = person('otto', 'Otto');
const zoe = person('zoe', 'Zoé');
const unassignedRegistration = aStaffRegistration({ title: 'Livre' });
const assignedTo = (operator: typeof paula) => ({
  ...unassignedRegistration,
  assignedOperatorId: operator.id,
  assignedOperator: operator,
});
const failOnCall = async (): Promise<never> => {
  throw new Error('unexpected call');
};
const UNEXPECTED_CALLS: AssignmentCalls = { assign: failOnCall, unassign: failOnCall, read: failOnCall };
const refuseAssignment = async (): Promise<never> => {
  throw new HttpError(409, 'Passou a ser de outra pessoa.', {
    message: 'Passou a ser de outra pessoa.',
    code: 'already-assigned',
  });
};

it.each([
  ['unassigned', unassignedRegistration, true, 'Passa a ser de Paula Reis.'],
  ['already assigned to the chosen operator', assignedTo(paula), false, 'já é de Paula Reis.'],
  ['assigned to another operator', assignedTo(otto), false, 'é de Otto Reis.'],
  [
    'assigned to another operator without a name',
    { ...assignedTo(otto), assignedOperator: null },
    false,
    'é de outra pessoa da equipe.',
  ],
  [
    'owned by the chosen operator',
    { ...assignedTo(otto), userId: paula.id },
    false,
    'foi registrado por Paula Reis, e a equipe',
  ],
])('[assign-fates] states the effect on a registration that is %s', (_state, registration, isSent, note) => {
  const effect = effectOf(registration, { operator: paula, reassign: false });
  expect(effect.isSent).toBe(isSent);
  expect(effect.note).toContain(note);
});

it('[assign-knowingly] reassigns a registration only if requested, but always removes its operator', () => {
  expect(effectOf(assignedTo(otto), { operator: paula, reassign: true })).toEqual({
    note: 'Passa de Otto Reis para Paula Reis.',
    isSent: true,
  });
  const ownedByPaula = { ...assignedTo(otto), userId: paula.id };
  expect(effectOf(ownedByPaula, { operator: paula, reassign: true }).isSent).toBe(false);
  expect(effectOf(assignedTo(otto), { operator: null, reassign: false })).toEqual({
    note: 'Sai de Otto Reis.',
    isSent: true,
  });
  expect(effectOf(unassignedRegistration, { operator: null, reassign: true }).isSent).toBe(false);
  const registrations = [unassignedRegistration, assignedTo(paula), assignedTo(otto)];
  expect(registrations.map((registration) => isAssignedToAnother(registration, paula))).toEqual([
    false,
    false,
    true,
  ]);
});

it('sends the displayed operator with an assignment, and returns the new operator', async () => {
  const requests: unknown[] = [];
  const calls: AssignmentCalls = {
    ...UNEXPECTED_CALLS,
    assign: async (id, body) => void requests.push([id, body]),
    unassign: async (id, from) => void requests.push([id, from]),
  };
  const waiting = (registration: typeof unassignedRegistration) =>
    ({ registration, state: 'waiting', failureReason: '' }) as const;
  expect(await assignRow(waiting(unassignedRegistration), paula, calls)).toMatchObject({
    registration: assignedTo(paula),
    state: 'done',
  });
  expect(await assignRow(waiting(assignedTo(otto)), paula, calls)).toMatchObject({
    registration: assignedTo(paula),
    state: 'done',
  });
  expect(await assignRow(waiting(assignedTo(otto)), null, calls)).toMatchObject({
    registration: unassignedRegistration,
    state: 'done',
  });
  expect(requests).toEqual([
    [unassignedRegistration.id, { operatorId: 'paula', from: null }],
    [unassignedRegistration.id, { operatorId: 'paula', from: 'otto' }],
    [unassignedRegistration.id, 'otto'],
  ]);
});

it('[assign-overtaken] an assignment fails if another admin changed the operator, and succeeds on retry', async () => {
  const waiting = { registration: assignedTo(otto), state: 'waiting', failureReason: '' } as const;
  const read = async () => assignedTo(zoe);
  const failedRow = await assignRow(waiting, paula, { ...UNEXPECTED_CALLS, assign: refuseAssignment, read });
  expect(failedRow).toMatchObject({ registration: assignedTo(zoe), state: 'failed' });
  expect(failedRow.failureReason).toContain('passou a ser de Zoé Reis');
  const requests: unknown[] = [];
  const assign: AssignmentCalls['assign'] = async (_id, body) => void requests.push(body);
  expect(await assignRow(failedRow, paula, { ...UNEXPECTED_CALLS, assign, read })).toMatchObject({
    state: 'done',
  });
  expect(requests).toEqual([{ operatorId: 'paula', from: 'zoe' }]);
  // The operator has changed again before the retry.
  const readAgain = async () => assignedTo(otto);
  const secondRetry = await assignRow(failedRow, paula, { ...UNEXPECTED_CALLS, read: readAgain });
  expect(secondRetry).toMatchObject({ registration: assignedTo(otto), state: 'failed' });
  // If the registration cannot be read again, the row shows the server's message.
  const unreadable = await assignRow(waiting, paula, { ...UNEXPECTED_CALLS, assign: refuseAssignment });
  expect(unreadable).toMatchObject({
    registration: assignedTo(otto),
    failureReason: 'Passou a ser de outra pessoa.',
  });
});

it('treats a retry as done if the first request succeeded but its response was lost', async () => {
  const failed = { registration: assignedTo(otto), state: 'failed', failureReason: 'x' } as const;
  expect(
    await assignRow(failed, paula, { ...UNEXPECTED_CALLS, read: async () => assignedTo(paula) }),
  ).toMatchObject({
    state: 'done',
  });
  expect(
    await assignRow(failed, null, { ...UNEXPECTED_CALLS, read: async () => unassignedRegistration }),
  ).toMatchObject({
    state: 'done',
  });
});
