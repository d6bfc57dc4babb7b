import { expect, it } from 'vitest';
import { HttpError } from '../../../lib/failures.ts';
import { aStaffRegistration } from '../../../testing/records.ts';
import { assignRow, type Calls, effectOf, isHeldByAnother } from './assignments.ts';

const person = (id: string, firstName: string) => ({ id, firstName, lastName: 'Reis' });
const paula = person('paula', 'Paula');
const otto = person('otto', 'Otto');
const zoe = person('zoe', 'Zoé');
const free = aStaffRegistration({ title: 'Livre' });
const heldBy = (one: typeof paula) => ({ ...free, assignedOperatorId: one.id, assignedOperator: one });
const never = async (): Promise<never> => {
  throw new Error('unexpected call');
};
const UNEXPECTED_CALLS: Calls = { assign: never, unassign: never, read: never };
const refused = async (): Promise<never> => {
  throw new HttpError(409, 'Passou a ser de outra pessoa.', {
    message: 'Passou a ser de outra pessoa.',
    code: 'already-assigned',
  });
};

it.each([
  ['unassigned', free, true, 'Passa a ser de Paula Reis.'],
  ['theirs', heldBy(paula), false, 'já é de Paula Reis.'],
  ['a colleague’s', heldBy(otto), false, 'é de Otto Reis.'],
  [
    'a colleague’s without a name',
    { ...heldBy(otto), assignedOperator: null },
    false,
    'é de outra pessoa da equipe.',
  ],
  ['their own', { ...heldBy(otto), userId: paula.id }, false, 'foi registrado por Paula Reis, e a equipe'],
])('[assign-fates] says what happens to a record that is %s', (_state, record, isSent, note) => {
  const effect = effectOf(record, { to: paula, takeOver: false });
  expect(effect.isSent).toBe(isSent);
  expect(effect.note).toContain(note);
});

it('[assign-knowingly] reassigns a colleague’s record only on request, but unassigns it always', () => {
  expect(effectOf(heldBy(otto), { to: paula, takeOver: true })).toEqual({
    note: 'Passa de Otto Reis para Paula Reis.',
    isSent: true,
  });
  expect(effectOf({ ...heldBy(otto), userId: paula.id }, { to: paula, takeOver: true }).isSent).toBe(false);
  expect(effectOf(heldBy(otto), { to: null, takeOver: false })).toEqual({
    note: 'Sai de Otto Reis.',
    isSent: true,
  });
  expect(effectOf(free, { to: null, takeOver: true }).isSent).toBe(false);
  expect([free, heldBy(paula), heldBy(otto)].map((one) => isHeldByAnother(one, paula))).toEqual([
    false,
    false,
    true,
  ]);
});

it('sends a record’s current operator, and returns the record with the new one', async () => {
  const sent: unknown[] = [];
  const calls: Calls = {
    ...UNEXPECTED_CALLS,
    assign: async (id, body) => void sent.push([id, body]),
    unassign: async (id, from) => void sent.push([id, from]),
  };
  const waiting = (record: typeof free) => ({ record, state: 'waiting', why: '' }) as const;
  expect(await assignRow(waiting(free), paula, calls)).toMatchObject({
    record: heldBy(paula),
    state: 'done',
  });
  expect(await assignRow(waiting(heldBy(otto)), paula, calls)).toMatchObject({
    record: heldBy(paula),
    state: 'done',
  });
  expect(await assignRow(waiting(heldBy(otto)), null, calls)).toMatchObject({ record: free, state: 'done' });
  expect(sent).toEqual([
    [free.id, { operatorId: 'paula', from: null }],
    [free.id, { operatorId: 'paula', from: 'otto' }],
    [free.id, 'otto'],
  ]);
});

it('[assign-overtaken] fails if the operator has changed meanwhile, and succeeds on the retry', async () => {
  const waiting = { record: heldBy(otto), state: 'waiting', why: '' } as const;
  const read = async () => heldBy(zoe);
  const first = await assignRow(waiting, paula, { ...UNEXPECTED_CALLS, assign: refused, read });
  expect(first).toMatchObject({ record: heldBy(zoe), state: 'failed' });
  expect(first.why).toContain('passou a ser de Zoé Reis');
  const sent: unknown[] = [];
  const assign: Calls['assign'] = async (_id, body) => void sent.push(body);
  expect(await assignRow(first, paula, { ...UNEXPECTED_CALLS, assign, read })).toMatchObject({
    state: 'done',
  });
  expect(sent).toEqual([{ operatorId: 'paula', from: 'zoe' }]);
  // The operator has changed once more before the retry.
  const again = await assignRow(first, paula, { ...UNEXPECTED_CALLS, read: async () => heldBy(otto) });
  expect(again).toMatchObject({ record: heldBy(otto), state: 'failed' });
  // If the record cannot be read again, the server's message is shown.
  const blind = await assignRow(waiting, paula, { ...UNEXPECTED_CALLS, assign: refused });
  expect(blind).toMatchObject({ record: heldBy(otto), why: 'Passou a ser de outra pessoa.' });
});

it('a retry is done if the first request had succeeded but its response was lost', async () => {
  const failed = { record: heldBy(otto), state: 'failed', why: 'x' } as const;
  expect(
    await assignRow(failed, paula, { ...UNEXPECTED_CALLS, read: async () => heldBy(paula) }),
  ).toMatchObject({
    state: 'done',
  });
  expect(await assignRow(failed, null, { ...UNEXPECTED_CALLS, read: async () => free })).toMatchObject({
    state: 'done',
  });
});
