import type { AdminUser, Role, User } from '@g2/gateway/contract/users';
import { formatCredits } from '../../../lib/format.ts';
import { texts } from './texts.ts';

export type UserAction = 'edit' | 'role' | 'credits' | 'password' | 'factor' | 'active' | 'remove';

/** Actions that reduce an account's access; an admin may not do them to the own account. */
const REDUCING_ACCESS: readonly UserAction[] = ['role', 'factor', 'active', 'remove'];

/** The possible actions on an account; only an enabled second factor can be reset. */
export const actionsFor = (
  actions: readonly UserAction[],
  { mfaEnabled }: Pick<User, 'mfaEnabled'>,
): readonly UserAction[] => actions.filter((action) => action !== 'factor' || mfaEnabled);

/**
 * Why the server would refuse an action, or null if it would not (api-rules R9). The last active admin needs no rule:
 * the signed-in admin is active, so the last one is always oneself.
 */
export function refusalOf(
  action: UserAction,
  user: Pick<User, 'id' | 'credits'> & Partial<Pick<AdminUser, 'deletionBlockedBy'>>,
  actorId: string | undefined,
): string | null {
  if (REDUCING_ACCESS.includes(action) && user.id === actorId) return texts.refusal.self;
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

/** The number of assignments that an account loses when it is no longer active staff (api-rules R9). */
export function lostAssignments(
  user: Pick<User, 'id'>,
  next: { readonly role: Role; readonly isActive: boolean },
  operators: readonly { readonly id: string; readonly assigned: number }[],
): number {
  if (next.isActive && next.role !== 'client') return 0;
  return operators.find(({ id }) => id === user.id)?.assigned ?? 0;
}
