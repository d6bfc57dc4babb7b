import { newId } from '@g2/kit/ids';
import type { Act } from '@g2/terms/acts';
import type { Mail } from '../domain/mails/mails.ts';
import type { UserState } from '../domain/user.ts';
import { type Database, lockUser, type Tx } from '../store.ts';
import { revokeAllTokens } from './api-tokens.ts';
import { recordAuditAct } from './audit.ts';
import { revokeMailTokens } from './mail-tokens.ts';
import { queueMail } from './mails.ts';
import { assertSessionOpen, endAll, insertSession, type OpenedSession } from './sessions.ts';

export type NewPassword = { passwordHash: string; mail: Mail; act: Act };
/** `revokesTokens`: true when the owner also revokes the API tokens. */
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
  // Revokes mailed links that were requested under the former password.
  await revokeMailTokens(tx, user.id, ['reset', 'change']);
  await queueMail(tx, user, `password:${newId()}`, mail, now);
  await recordAuditAct(tx, act, now);
}

/** Saves a password that an admin set. Ends the sessions except `keepSid` (api-rules R8) and revokes the API tokens. */
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

/** Replaces a hash by compare-and-set: no effect when the password has changed. */
export async function replaceHash(db: Database, userId: string, old: string, renewed: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ passwordHash: renewed })
    .where('id', '=', userId)
    .where('passwordHash', '=', old)
    .execute();
}

/** Proof that the owner makes the call: the session and the matched password hash. */
export type VerifiedOwner = { userId: string; sessionId: string; passwordHash: string | null };

/** Needs the account's row lock. @throws AppError unauthenticated when the session has ended */
export async function isPasswordUnchanged(
  tx: Tx,
  { userId, sessionId, passwordHash }: VerifiedOwner,
): Promise<boolean> {
  if (!(await hasPasswordHash(tx, userId, passwordHash))) return false;
  await assertSessionOpen(tx, userId, sessionId);
  return true;
}

export async function hasPasswordHash(tx: Tx, userId: string, passwordHash: string | null): Promise<boolean> {
  const same = tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('passwordHash', 'is not distinct from', passwordHash);
  return (await same.executeTakeFirst()) !== undefined;
}

/**
 * Changes the caller's password and ends all sessions. The caller's session continues with a new token.
 * @returns undefined when the password has changed @throws AppError unauthenticated when the session has ended
 */
export const changePassword = (
  db: Database,
  { userId, sessionId, passwordHash }: VerifiedOwner,
  next: OwnPassword,
  now: Date,
): Promise<{ user: UserState; session: OpenedSession } | undefined> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!(await isPasswordUnchanged(tx, { userId, sessionId, passwordHash }))) return undefined;
    await store(tx, user, next, now);
    const session = await insertSession(tx, user, 'password', now);
    await endAll(tx, userId, session.sid);
    if (next.revokesTokens) await revokeAllTokens(tx, userId, now, userId);
    return { user: { ...user, updatedAt: now, version: user.version + 1 }, session };
  });
