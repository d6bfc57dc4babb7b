import type { AdminUser, Role, User } from '@g2/gateway/contract/users';
import { formatCredits } from '../../../lib/format.ts';
import { texts } from './texts.ts';

export type UserAction =
  | 'edit'
  | 'changeRole'
  | 'adjustCredits'
  | 'resetPassword'
  | 'resetFactor'
  | 'toggleActive'
  | 'remove';

/** Actions that reduce an account's access. An admin may not apply them to the own account. */
const ACCESS_REDUCING_ACTIONS: readonly UserAction[] = [
  'changeRole',
  'resetFactor',
  'toggleActive',
  'remove',
];

/** The given actions, without the reset of the second factor if the account has none. */
export const possibleActions = (
  actions: readonly UserAction[],
  { mfaEnabled }: Pick<User, 'mfaEnabled'>,
): readonly UserAction[] => actions.filter((action) => action !== 'resetFactor' || mfaEnabled);

/**
 * Why the server would refuse an action, or null if it would not (api-rules R9). The rule for the own account also
 * protects the last active admin, who can only be the signed-in one.
 */
export function refusalOf(
  action: UserAction,
  user: Pick<User, 'id' | 'credits'> & Partial<Pick<AdminUser, 'deletionBlockedBy'>>,
  actorId: string | undefined,
): string | null {
  if (ACCESS_REDUCING_ACTIONS.includes(action) && user.id === actorId) return texts.refusal.ownAccount;
  return action === 'remove' ? deletionRefusal(user) : null;
}

function deletionRefusal({
  credits,
  deletionBlockedBy,
}: Pick<User, 'credits'> & Partial<Pick<AdminUser, 'deletionBlockedBy'>>): string | null {
  if (credits !== null && credits !== 0) return texts.refusal.balance(formatCredits(credits));
  if (deletionBlockedBy === 'payments') return texts.refusal.payments;
  return deletionBlockedBy === 'registrations' ? texts.refusal.registrations : null;
}

/** The number of assignments that an account loses on leaving the active staff (api-rules R9). */
export function lostAssignmentCount(
  user: Pick<User, 'id'>,
  nextAccess: { readonly role: Role; readonly isActive: boolean },
  operators: readonly { readonly id: string; readonly assigned: number }[],
): number {
  if (nextAccess.isActive && nextAccess.role !== 'client') return 0;
  return operators.find(({ id }) => id === user.id)?.assigned ?? 0;
}
