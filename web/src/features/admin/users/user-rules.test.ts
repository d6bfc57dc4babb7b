import { expect, it } from 'vitest';
import { actionsFor, lostAssignments, refusalOf } from './user-rules.ts';

const someone = { id: 'someone', credits: 0, deletionBlockedBy: null };

it.each(['role', 'factor', 'active', 'remove'] as const)('keeps an admin from %s on themselves', (action) => {
  expect(refusalOf(action, someone, 'someone')).toBe(
    'É a sua conta: só outro administrador pode fazer isto.',
  );
  expect(refusalOf(action, someone, 'another')).toBeNull();
});

it.each(['edit', 'credits', 'password'] as const)('lets an admin %s themselves', (action) => {
  expect(refusalOf(action, someone, 'someone')).toBeNull();
});

it('asks for an empty balance before an account is deleted', () => {
  expect(refusalOf('remove', { ...someone, credits: 349_900, deletionBlockedBy: 'balance' }, 'another')).toBe(
    'A conta ainda tem 3.499,00 créditos. Zere o saldo antes de excluir.',
  );
  // Unknown: the server knows.
  expect(refusalOf('remove', { ...someone, credits: null }, 'another')).toBeNull();
});

it.each([
  ['payments', 'A conta tem um pagamento em andamento. Espere o desfecho antes de excluir.'],
  ['registrations', 'A conta tem um registro pago em andamento. Conclua-o antes de excluir.'],
] as const)('says beforehand that %s keep an account from being deleted', (deletionBlockedBy, why) => {
  expect(refusalOf('remove', { ...someone, deletionBlockedBy }, 'another')).toBe(why);
  expect(refusalOf('active', { ...someone, deletionBlockedBy }, 'another')).toBeNull();
});

it('counts the assignments that go with the access', () => {
  const operators = [{ id: 'someone', assigned: 3 }];
  const lost = (role: 'client' | 'operator' | 'admin', isActive: boolean) =>
    lostAssignments(someone, { role, isActive }, operators);
  expect([lost('client', true), lost('admin', false)]).toEqual([3, 3]);
  expect([lost('operator', true), lost('admin', true)]).toEqual([0, 0]);
  expect(lostAssignments({ id: 'another' }, { role: 'client', isActive: true }, operators)).toBe(0);
});

it('offers to take a second factor only from whoever has one', () => {
  expect(actionsFor(['edit', 'factor'], { mfaEnabled: true })).toEqual(['edit', 'factor']);
  expect(actionsFor(['edit', 'factor'], { mfaEnabled: false })).toEqual(['edit']);
});
