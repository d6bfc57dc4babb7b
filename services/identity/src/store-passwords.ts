import { newId } from '@g2/kit/ids';
import type { Act } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import type { Mail } from './domain/mails.ts';
import type { UserState } from './domain/user.ts';
import { type Database, lockUser, type Tx } from './store.ts';
import { revokeAllTokens } from './store-api-tokens.ts';
import { record } from './store-audit.ts';
import { forgetTokens } from './store-mail-tokens.ts';
import { queueMail } from './store-mails.ts';
import { endAll, insertSession, type OpenedSession } from './store-sessions.ts';

/** A new password's hash, the mail that tells its owner, and what the trail tells. */
export type NewPassword = { passwordHash: string; mail: Mail; act: Act };
/** The owner's own; programs that call with their API tokens may lose them with the old one. */
type OwnPassword = NewPassword & { revokesTokens: boolean };

async function store(
  tx: Tx,
  user: UserState,
  { passwordHash, mail, act }: NewPassword,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('users')
    .set({ passwordHash, updatedAt: now, version: user.version + 1 })
    .where('id', '=', user.id)
    .execute();
  // What somebody asked for under the password before is void.
  await forgetTokens(tx, user.id, ['reset', 'change']);
  await queueMail(tx, user, `password:${newId()}`, mail, now);
  await record(tx, act, now);
}

/** Sets a password for its owner, ends the account's sessions but `keepSid` (contract rule 8), and revokes its API tokens. */
export const resetPassword = (
  db: Database,
  userId: string,
  next: NewPassword,
  keepSid: string | undefined,
  now: Date,
): Promise<void> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    await store(tx, user, next, now);
    await endAll(tx, userId, keepSid);
    await revokeAllTokens(tx, userId, now);
  });

/** Stores the same password's hash made anew, unless there is another password by now. */
export async function replaceHash(db: Database, userId: string, old: string, renewed: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash: renewed })
    .where('id', '=', userId)
    .where('passwordHash', '=', old)
    .execute();
}

/** What proved that the account's own user asks: the session, and the old password's hash. */
export type ProvenOwner = { userId: string; sessionId: string; passwordHash: string | null };

/**
 * False when the password was another meanwhile; asked in a transaction that holds the account's row.
 * @throws AppError unauthenticated when the session ended meanwhile
 */
export async function isStillProven(
  tx: Tx,
  { userId, sessionId, passwordHash }: ProvenOwner,
): Promise<boolean> {
  const same = tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('passwordHash', 'is not distinct from', passwordHash);
  if (!(await same.executeTakeFirst())) return false;
  const open = tx.selectFrom('sessions').select('sid').where('sid', '=', sessionId);
  if (!(await open.where('userId', '=', userId).executeTakeFirst())) throw new AppError('unauthenticated');
  return true;
}

/**
 * Sets the own password and ends every session of the account; the one it was asked in goes on under another token.
 * @returns undefined when the password was another meanwhile
 * @throws AppError unauthenticated when the session ended meanwhile
 */
export const changePassword = (
  db: Database,
  { userId, sessionId, passwordHash }: ProvenOwner,
  next: OwnPassword,
  now: Date,
): Promise<{ user: UserState; session: OpenedSession } | undefined> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await isStillProven(tx, { userId, sessionId, passwordHash }))) return undefined;
    await store(tx, user, next, now);
    const session = await insertSession(tx, user, 'password', now);
    await endAll(tx, userId, session.sid);
    if (next.revokesTokens) await revokeAllTokens(tx, userId, now, userId);
    return { user: { ...user, updatedAt: now, version: user.version + 1 }, session };
  });
