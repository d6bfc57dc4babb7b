import { describe, expect, it } from 'vitest';
import { actsOfChange, becomesAdmin } from './audit-acts.ts';
import { newUser, type UserState } from './user.ts';

const now = new Date();
const user: UserState = newUser('u1', { email: 'a@b.com', firstName: 'Ana', lastName: 'Souza' }, now);
const changed = (to: Partial<UserState>): UserState => ({ ...user, ...to });

describe('a change of an account', () => {
  it('creates an audit act each for names, role and activity, without the names themselves', () => {
    const after = changed({ firstName: 'Eva', lastName: 'Lima', role: 'operator', isActive: false });
    const common = { actorId: 'adm', subjectType: 'user', subjectId: 'u1' };
    expect(actsOfChange(user, after, 'adm')).toEqual([
      { ...common, action: 'account-edited', detail: { fields: 'firstName,lastName' } },
      { ...common, action: 'role-changed', detail: { from: 'client', to: 'operator' } },
      { ...common, action: 'account-deactivated', detail: { role: 'operator' } },
    ]);
    expect(actsOfChange(after, changed({ ...after, isActive: true }), 'adm')).toEqual([
      { ...common, action: 'account-reactivated', detail: { role: 'operator' } },
    ]);
    expect(actsOfChange(user, changed({ updatedAt: new Date() }), 'adm')).toEqual([]);
  });

  it('makes an admin by promotion and by reactivation', () => {
    const admin = changed({ role: 'admin' });
    const away = changed({ role: 'admin', isActive: false });
    expect(becomesAdmin(user, admin)).toBe(true);
    expect(becomesAdmin(away, admin)).toBe(true);
    expect(becomesAdmin(user, away)).toBe(true);
    expect(becomesAdmin(changed({ isActive: false }), user)).toBe(false);
    expect(becomesAdmin(admin, changed({ role: 'admin', firstName: 'Eva' }))).toBe(false);
    expect(becomesAdmin(admin, away)).toBe(false);
    expect(becomesAdmin(admin, user)).toBe(false);
  });
});
