import { expect, it } from 'vitest';
import { lostAssignmentCount, possibleActions, refusalOf } from './user-rules.ts';

const someone = { id: 'someone', credits: 0, deletionBlockedBy: null };

it.each(['changeRole', 'resetFactor', 'toggleActive', 'remove'] as const)(
  'refuses the action %s on an admin’s own account',
  (action) => {
    expect(refusalOf(action, someone, 'someone')).toBe(
      'É a sua conta: só outro administrador pode fazer isto.',
    );
    expect(refusalOf(action, someone, 'another')).toBeNull();
  },
);

it.each(['edit', 'adjustCredits', 'resetPassword'] as const)(
  'allows the action %s on an admin’s own account',
  (action) => {
    expect(refusalOf(action, someone, 'someone')).toBeNull();
  },
);

it('refuses to delete an account with a credit balance', () => {
  expect(refusalOf('remove', { ...someone, credits: 349_900, deletionBlockedBy: 'balance' }, 'another')).toBe(
    'A conta ainda tem 3.499,00 créditos. Zere o saldo antes de excluir.',
  );
  // Without a known balance, the server decides.
  expect(refusalOf('remove', { ...someone, credits: null }, 'another')).toBeNull();
});

it.each([
  ['payments', 'A conta tem um pagamento em andamento. Espere o desfecho antes de excluir.'],
  ['registrations', 'A conta tem um registro pago em andamento. Conclua-o antes de excluir.'],
] as const)('refuses to delete an account with unfinished %s', (deletionBlockedBy, reason) => {
  expect(refusalOf('remove', { ...someone, deletionBlockedBy }, 'another')).toBe(reason);
  expect(refusalOf('toggleActive', { ...someone, deletionBlockedBy }, 'another')).toBeNull();
});

it('counts the assignments that a user loses by a change to client or by a deactivation', () => {
  const operators = [{ id: 'someone', assigned: 3 }];
  const lostCount = (role: 'client' | 'operator' | 'admin', isActive: boolean) =>
    lostAssignmentCount(someone, { role, isActive }, operators);
  expect([lostCount('client', true), lostCount('admin', false)]).toEqual([3, 3]);
  expect([lostCount('operator', true), lostCount('admin', true)]).toEqual([0, 0]);
  expect(lostAssignmentCount({ id: 'another' }, { role: 'client', isActive: true }, operators)).toBe(0);
});

it('offers to reset a second factor only if the account has one', () => {
  expect(possibleActions(['edit', 'resetFactor'], { mfaEnabled: true })).toEqual(['edit', 'resetFactor']);
  expect(possibleActions(['edit', 'resetFactor'], { mfaEnabled: false })).toEqual(['edit']);
});
