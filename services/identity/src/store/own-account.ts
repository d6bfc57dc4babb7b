import { emit } from '@g2/kit/outbox';
import { toEvents } from '../announce.ts';
import type { Mail } from '../domain/mails/mails.ts';
import { removeOwn } from '../domain/user.ts';
import { type Database, deleteIdempotencyKeys, deleteStaffMails, lockUser } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { queueMail } from './mails.ts';

/**
 * Deletes an account for its owner; the last mail stays queued. @param passwordHash the hash that the owner proved
 * @returns false when the password has changed since @throws AppError not-found, self-change
 */
export const deleteAccountAsOwner = (
  db: Database,
  { userId, passwordHash }: { userId: string; passwordHash: string | null },
  mail: Mail,
  now: Date,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const state = await lockUser(tx, userId);
    const decided = removeOwn(state);
    const same = tx
      .selectFrom('users')
      .select('id')
      .where('id', '=', state.id)
      .where('passwordHash', 'is not distinct from', passwordHash);
    if (!(await same.executeTakeFirst())) return false;
    await deleteStaffMails(tx, state.id);
    await tx.deleteFrom('users').where('id', '=', state.id).execute();
    await deleteIdempotencyKeys(tx, state.id);
    await queueMail(tx, { id: null, email: state.email }, `deleted:${state.id}`, mail, now);
    const self = { actorId: state.id, subjectType: 'user', subjectId: state.id } as const;
    await recordAuditAct(tx, { action: 'account-deleted', ...self }, now);
    await emit(tx, toEvents(decided));
    return true;
  });
