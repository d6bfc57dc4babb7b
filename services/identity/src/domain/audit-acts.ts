import type { Act, ActName } from '@g2/terms/acts';
import type { UserState } from './user.ts';

export const userAct = (
  action: ActName,
  userId: string,
  actorId: string | null,
  detail: Readonly<Record<string, string>> = {},
): Act => ({ action, actorId, subjectType: 'user', subjectId: userId, detail });

/** Audit acts of a change. A changed name records the field, not the value: the trail holds no personal data. */
export function actsOfChange(before: UserState, after: UserState, actorId: string): Act[] {
  const acts: Act[] = [];
  const names = (['firstName', 'lastName'] as const).filter((name) => before[name] !== after[name]);
  if (names.length > 0) {
    acts.push(userAct('account-edited', after.id, actorId, { fields: names.join(',') }));
  }
  if (before.role !== after.role) {
    acts.push(userAct('role-changed', after.id, actorId, { from: before.role, to: after.role }));
  }
  if (before.isActive !== after.isActive) {
    const action = after.isActive ? 'account-reactivated' : 'account-deactivated';
    acts.push(userAct(action, after.id, actorId, { role: after.role }));
  }
  return acts;
}

export const becomesAdmin = (before: UserState, after: UserState): boolean =>
  after.role === 'admin' && (before.role !== 'admin' || (after.isActive && !before.isActive));
