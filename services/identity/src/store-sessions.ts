import { createHash, randomBytes } from 'node:crypto';
import { emit } from '@g2/kit/outbox';
import { sessionEnded, sessionsEnded } from './announce.ts';
import { expiryAt, isDueForRenewal } from './domain/session.ts';
import type { UserState } from './domain/user.ts';
import { type IdentityDb, lockUser, type Tx, toState, USER_COLUMNS, type UserRow } from './store.ts';

export type OpenedSession = { token: string; expire: Date };
export type LiveSession = { user: UserState; sid: string; expire: Date };

/** What the database keeps of a session token: whoever reads it there is not signed in. */
export const sidOf = (token: string): string => createHash('sha256').update(token).digest('hex');

const newToken = (): string => randomBytes(32).toString('base64url');

/** Opens a session in the transaction that made or changed the account. */
export async function openSession(tx: Tx, userId: string, method: string, now: Date): Promise<OpenedSession> {
  const token = newToken();
  const expire = expiryAt(now);
  await tx.session.create({
    data: { sid: sidOf(token), userId, expire, sess: { method, createdAt: now.toISOString() } },
  });
  return { token, expire };
}

/**
 * Opens a session for a password that was right a moment ago, if it still is: a reset or deactivation meanwhile
 * would else leave behind a session it meant to end.
 * @returns undefined when account or password changed
 */
export async function openIfUnchanged(
  db: IdentityDb,
  userId: string,
  passwordHash: string,
  now: Date,
): Promise<OpenedSession | undefined> {
  const token = newToken();
  const expire = expiryAt(now);
  const opened = await db.sql<{ sid: string }>(
    'session-open',
    `INSERT INTO sessions (sid, user_id, sess, expire)
     SELECT $1, u.id, $2::jsonb, $3 FROM users u
     WHERE u.id = $4 AND u.is_active AND u.password_hash = $5 FOR SHARE RETURNING sid`,
    [
      sidOf(token),
      JSON.stringify({ method: 'password', createdAt: now.toISOString() }),
      expire,
      userId,
      passwordHash,
    ],
  );
  return opened.length > 0 ? { token, expire } : undefined;
}

/** The account behind a live session of an active account; one look-up, and a write at most once a day. */
export async function findSession(
  db: IdentityDb,
  token: string,
  now: Date,
): Promise<LiveSession | undefined> {
  const sid = sidOf(token);
  const [row] = await db.sql<UserRow & { expire: Date }>(
    'session-check',
    `SELECT ${USER_COLUMNS}, s.expire FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.sid = $1 AND s.expire > $2 AND u.is_active`,
    [sid, now],
  );
  if (!row) return undefined;
  let expire = row.expire;
  if (isDueForRenewal(expire, now)) {
    expire = expiryAt(now);
    await db.sql('session-renew', 'UPDATE sessions SET expire = $2 WHERE sid = $1', [sid, expire]);
  }
  return { user: toState(row), sid, expire };
}

/** Ends one session; one that is not there is ended already. */
export const endSession = (db: IdentityDb, token: string): Promise<void> =>
  db.tx(async (tx) => {
    const sid = sidOf(token);
    const found = await tx.session.findUnique({ where: { sid } });
    if (!found) return;
    await tx.session.deleteMany({ where: { sid } });
    await emit(tx, [sessionEnded(found.userId, sid)]);
  });

/**
 * Sets a password and ends the account's sessions but `keepSid` (contract rule 8).
 * @param expected hash that must still be stored, when the change was proven by the old password
 * @returns false when it was another meanwhile
 */
export const setPassword = (
  db: IdentityDb,
  userId: string,
  passwordHash: string,
  keepSid: string | undefined,
  now: Date,
  expected?: string | null,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    const set = await tx.user.updateMany({
      where: { id: userId, ...(expected === undefined ? {} : { passwordHash: expected }) },
      data: { passwordHash, updatedAt: now, version: user.version + 1 },
    });
    if (set.count === 0) return false;
    await endAll(tx, userId, keepSid);
    return true;
  });

/** Ends an account's sessions but `keepSid`, telling everybody. */
export async function endAll(tx: Tx, userId: string, keepSid?: string): Promise<void> {
  await tx.session.deleteMany({ where: { userId, ...(keepSid ? { sid: { not: keepSid } } : {}) } });
  await emit(tx, [sessionsEnded(userId, keepSid)]);
}

/** Forgets expired sessions. */
export const sweepSessions = (db: IdentityDb, now: Date): Promise<unknown> =>
  db.pool.query('DELETE FROM sessions WHERE expire <= $1', [now]);
