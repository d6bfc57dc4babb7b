import { describe, expect, it } from 'vitest';
import { changeUser, lacksRequiredFactor, newUser, removeOwn, removeUser, type UserState } from './user.ts';

const then = new Date('2026-11-20T12:00:00Z');
const now = new Date('2026-11-21T12:00:00Z');
const user = (more: Partial<UserState> = {}): UserState => ({
  id: 'u',
  email: 'ana@g2.example',
  firstName: 'Ana',
  lastName: 'Souza',
  role: 'client',
  isActive: true,
  profileImageUrl: null,
  emailVerifiedAt: then,
  mfaEnabled: false,
  version: 3,
  createdAt: then,
  updatedAt: then,
  ...more,
});
const by = { actorId: 'boss', otherActiveAdmins: 1 };
const alone = { actorId: 'boss', otherActiveAdmins: 0 };
const kinds = (decision: { facts: { kind: string }[] }) => decision.facts.map((fact) => fact.kind);

it('creates an active client with an unproven address and trimmed names', () => {
  const person = { email: ' ana@g2.example ', firstName: ' Ana ', lastName: ' Souza ' };
  const begun = { emailVerifiedAt: null, version: 1, createdAt: now, updatedAt: now };
  expect(newUser('u', person, now)).toEqual(user(begun));
});

it.each([
  ['client', false, true, false],
  ['operator', false, true, true],
  ['admin', false, true, true],
  ['operator', true, true, false],
  ['operator', false, false, false],
] as const)(
  'checks the second factor of a %s (set up: %s, required of staff: %s)',
  (role, mfaEnabled, must, lacks) => {
    expect(lacksRequiredFactor(user({ role, mfaEnabled }), must)).toBe(lacks);
  },
);

describe('changeUser', () => {
  it('changes and trims names without an event', () => {
    const decided = changeUser(user(), { firstName: '  Anna ' }, by, now);
    expect(decided.next).toMatchObject({ firstName: 'Anna', lastName: 'Souza', version: 4, updatedAt: now });
    expect(decided.facts).toEqual([]);
  });

  it('changes the role and keeps the sessions', () => {
    const decided = changeUser(user(), { role: 'operator' }, by, now);
    expect(decided.next.role).toBe('operator');
    expect(kinds(decided)).toEqual(['changed']);
  });

  it('ends the sessions on deactivation, not on reactivation', () => {
    expect(kinds(changeUser(user(), { isActive: false }, by, now))).toEqual([
      'changed',
      'all-sessions-ended',
    ]);
    expect(kinds(changeUser(user({ isActive: false }), { isActive: true }, by, now))).toEqual(['changed']);
  });

  it('promotes clients only with a proven address', () => {
    const unproven = user({ emailVerifiedAt: null });
    const refused = expect.objectContaining({ code: 'email-unproven' });
    expect(() => changeUser(unproven, { role: 'admin' }, by, now)).toThrow(refused);
    expect(changeUser(unproven, { isActive: false }, by, now).next.isActive).toBe(false);
    const operator = user({ role: 'operator', emailVerifiedAt: null });
    expect(changeUser(operator, { role: 'admin' }, by, now).next.role).toBe('admin');
    expect(changeUser(user(), { lastName: ' Lima ' }, by, now).next.lastName).toBe('Lima');
  });

  it('returns the same state without events when nothing changes', () => {
    const state = user();
    const decided = changeUser(state, { role: 'client', isActive: true, lastName: 'Souza' }, by, now);
    expect(decided.next).toBe(state);
    expect(decided.facts).toEqual([]);
  });

  it.each([{ role: 'client' as const }, { isActive: false }])(
    'refuses %o for the last active admin',
    (change) => {
      const admin = user({ role: 'admin' });
      expect(() => changeUser(admin, change, alone, now)).toThrow(
        expect.objectContaining({ code: 'last-admin' }),
      );
      expect(changeUser(admin, change, by, now).facts.length).toBeGreaterThan(0);
    },
  );

  it('changes inactive admins and clients even if there is no other active admin', () => {
    const inactive = user({ role: 'admin', isActive: false });
    expect(changeUser(inactive, { role: 'client' }, alone, now).next.role).toBe('client');
    expect(changeUser(user(), { isActive: false }, alone, now).next.isActive).toBe(false);
  });

  it("refuses a change of the caller's own role or activity but not of the names", () => {
    const own = { actorId: 'u', otherActiveAdmins: 5 };
    const admin = user({ role: 'admin' });
    for (const change of [{ role: 'client' as const }, { isActive: false }]) {
      expect(() => changeUser(admin, change, own, now)).toThrow(
        expect.objectContaining({ code: 'self-change' }),
      );
    }
    expect(changeUser(admin, { firstName: 'Bia', role: 'admin' }, own, now).next.firstName).toBe('Bia');
  });
});

describe('removeUser', () => {
  it('returns the events of a deletion and the next version', () => {
    const decided = removeUser(user(), by);
    expect(kinds(decided)).toEqual(['deleted', 'all-sessions-ended']);
    expect(decided.next).toMatchObject({ isActive: false, version: 4 });
  });

  it("refuses to remove the caller's own account and the last active admin", () => {
    expect(() => removeUser(user(), { ...by, actorId: 'u' })).toThrow(
      expect.objectContaining({ code: 'self-change' }),
    );
    expect(() => removeUser(user({ role: 'admin' }), alone)).toThrow(
      expect.objectContaining({ code: 'last-admin' }),
    );
    expect(kinds(removeUser(user(), alone))).toContain('deleted');
  });
});

describe('removeOwn', () => {
  it('deletes a client and ends every session', () => {
    expect(kinds(removeOwn(user()))).toEqual(['deleted', 'all-sessions-ended']);
    expect(removeOwn(user()).next).toMatchObject({ isActive: false, version: 4 });
  });

  it.each(['operator', 'admin'] as const)('refuses %ss, who must ask another admin', (role) => {
    const message = 'A sua conta é da equipe: peça a exclusão a outro administrador.';
    const refused = { code: 'self-change', message };
    expect(() => removeOwn(user({ role }))).toThrow(expect.objectContaining(refused));
  });
});
