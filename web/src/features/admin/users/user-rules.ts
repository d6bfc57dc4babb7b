import type { AdminUser, Role, User } from '@g2/gateway/contract/users';
import { formatCredits } from '../../../lib/format.ts';
import { texts } from './texts.ts';

/** What an admin may do to an account; the texts of each are in `texts`. */
export type UserAction = 'edit' | 'role' | 'credits' | 'password' | 'factor' | 'active' | 'remove';

/** Those that end or lower somebody's access, and what guards one's own. */
const AGAINST: readonly UserAction[] = ['role', 'factor', 'active', 'remove'];

/** What there is to do about an account: a second factor is taken from whoever has one. */
export const actionsFor = (
  actions: readonly UserAction[],
  { mfaEnabled }: Pick<User, 'mfaEnabled'>,
): readonly UserAction[] => actions.filter((action) => action !== 'factor' || mfaEnabled);

/**
 * Why the server would refuse an action, or null when it would not (api-rules R9). The last active admin needs no
 * case of their own: who asks is an active admin, so that one can only be oneself.
 */
export function refusalOf(
  action: UserAction,
  user: Pick<User, 'id' | 'credits'> & Partial<Pick<AdminUser, 'deletionBlockedBy'>>,
  actorId: string | undefined,
): string | null {
  if (AGAINST.includes(action) && user.id === actorId) return texts.refusal.self;
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

/** How many assignments an account loses: it does when it is no longer active staff (api-rules R9). */
export function lostAssignments(
  user: Pick<User, 'id'>,
  next: { readonly role: Role; readonly isActive: boolean },
  operators: readonly { readonly id: string; readonly assigned: number }[],
): number {
  if (next.isActive && next.role !== 'client') return 0;
  return operators.find(({ id }) => id === user.id)?.assigned ?? 0;
}
