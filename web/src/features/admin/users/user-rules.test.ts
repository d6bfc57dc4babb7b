import { expect, it } from 'vitest';
import { actionsFor, lostAssignments, refusalOf } from './user-rules.ts';

const someone = { id: 'someone', credits: 0, deletionBlockedBy: null };

it.each(['role', 'factor', 'active', 'remove'] as const)('refuses %s on an admin’s own account', (action) => {
  expect(refusalOf(action, someone, 'someone')).toBe(
    'É a sua conta: só outro administrador pode fazer isto.',
  );
  expect(refusalOf(action, someone, 'another')).toBeNull();
});

it.each(['edit', 'credits', 'password'] as const)('allows %s on an admin’s own account', (action) => {
  expect(refusalOf(action, someone, 'someone')).toBeNull();
});

it('refuses to delete an account with a credit balance', () => {
  expect(refusalOf('remove', { ...someone, credits: 349_900, deletionBlockedBy: 'balance' }, 'another')).toBe(
    'A conta ainda tem 3.499,00 créditos. Zere o saldo antes de excluir.',
  );
  // The balance is unknown here; the server checks it.
  expect(refusalOf('remove', { ...someone, credits: null }, 'another')).toBeNull();
});

it.each([
  ['payments', 'A conta tem um pagamento em andamento. Espere o desfecho antes de excluir.'],
  ['registrations', 'A conta tem um registro pago em andamento. Conclua-o antes de excluir.'],
] as const)('says in advance that %s block the deletion of an account', (deletionBlockedBy, why) => {
  expect(refusalOf('remove', { ...someone, deletionBlockedBy }, 'another')).toBe(why);
  expect(refusalOf('active', { ...someone, deletionBlockedBy }, 'another')).toBeNull();
});

it('counts the assignments that a user loses with the staff role or the access', () => {
  const operators = [{ id: 'someone', assigned: 3 }];
  const lost = (role: 'client' | 'operator' | 'admin', isActive: boolean) =>
    lostAssignments(someone, { role, isActive }, operators);
  expect([lost('client', true), lost('admin', false)]).toEqual([3, 3]);
  expect([lost('operator', true), lost('admin', true)]).toEqual([0, 0]);
  expect(lostAssignments({ id: 'another' }, { role: 'client', isActive: true }, operators)).toBe(0);
});

it('offers to reset a second factor only if the account has one', () => {
  expect(actionsFor(['edit', 'factor'], { mfaEnabled: true })).toEqual(['edit', 'factor']);
  expect(actionsFor(['edit', 'factor'], { mfaEnabled: false })).toEqual(['edit']);
});
