import { randomBytes } from 'node:crypto';
import { emit } from '@g2/kit/outbox';
import { sessionEnded, sessionsEnded } from './announce.ts';
import { endOf, expiryAt, MAX_SESSIONS } from './domain/session.ts';
import type { UserState } from './domain/user.ts';
import { hashed } from './hashed.ts';
import { type IdentityDb, type Tx, toState, USER_COLUMNS, type UserRow } from './store.ts';
import { rememberAddress } from './store-known.ts';

/** How somebody comes in. */
export type Entrance = {
  method: 'password' | 'oidc';
  /** The token of the session the browser came with, which ends; empty without one. */
  presented: string;
  /** As `networkOf` says it; absent where it is not known. */
  network?: string;
};

export type OpenedSession = { token: string; sid: string; expire: Date };
export type LiveSession = { user: UserState; sid: string; expire: Date };

/** What the database keeps of a session token: whoever reads it there is not signed in. */
export const sidOf = (token: string): string => hashed(token);

const newToken = (): string => randomBytes(32).toString('base64url');

/** Writes a session of an account whose row this transaction holds. */
export async function insertSession(
  tx: Tx,
  user: UserState,
  method: Entrance['method'],
  now: Date,
): Promise<OpenedSession> {
  const token = newToken();
  const sid = sidOf(token);
  const expire = expiryAt(user.role, now, now);
  await tx.session.create({
    data: { sid, userId: user.id, expire, createdAt: now, usedAt: now, sess: { method } },
  });
  return { token, sid, expire };
}

/**
 * Opens a session of an account whose row this transaction holds: the one the browser came with ends, whoever's it is,
 * and so do the account's least recently used past the limit.
 */
export async function openSession(
  tx: Tx,
  user: UserState,
  { method, presented, network }: Entrance,
  now: Date,
): Promise<OpenedSession> {
  if (presented) await endIn(tx, presented);
  const over = await tx.$queryRawUnsafe<{ sid: string }[]>(
    `DELETE FROM sessions WHERE sid IN (SELECT sid FROM sessions WHERE user_id = $1::uuid
       ORDER BY used_at DESC, sid OFFSET ${MAX_SESSIONS - 1}) RETURNING sid`,
    user.id,
  );
  const ended = over.map(({ sid }) => sessionEnded(user.id, sid));
  await emit(tx, ended);
  if (network !== undefined) await rememberAddress(tx, user, network, now);
  return insertSession(tx, user, method, now);
}

/**
 * Opens a session for a password that was right a moment ago, if it still is: a reset or deactivation meanwhile
 * would else leave behind a session it meant to end.
 * @returns undefined when account or password changed
 */
export const openIfUnchanged = (
  db: IdentityDb,
  userId: string,
  passwordHash: string,
  entrance: Entrance,
  now: Date,
): Promise<{ user: UserState; session: OpenedSession } | undefined> =>
  db.tx(async (tx) => {
    const [row] = await tx.$queryRawUnsafe<UserRow[]>(
      `SELECT ${USER_COLUMNS} FROM users u
       WHERE u.id = $1::uuid AND u.is_active AND u.password_hash = $2 FOR UPDATE`,
      userId,
      passwordHash,
    );
    if (!row) return undefined;
    const user = toState(row);
    return { user, session: await openSession(tx, user, entrance, now) };
  });

/**
 * The account behind a live session of an active account; one look-up, and a write at most once a day, of staff once
 * an hour.
 * @param lookOnly whoever only watches a session does not prolong it
 */
export async function findSession(
  db: IdentityDb,
  token: string,
  now: Date,
  lookOnly: boolean,
): Promise<LiveSession | undefined> {
  const sid = sidOf(token);
  const [row] = await db.sql<UserRow & { expire: Date; opened_at: Date }>(
    'session-check',
    `SELECT ${USER_COLUMNS}, s.expire, s.created_at AS opened_at FROM sessions s JOIN users u ON u.id = s.user_id
     WHERE s.sid = $1 AND u.is_active`,
    [sid],
  );
  if (!row) return undefined;
  const user = toState(row);
  const stored = { createdAt: row.opened_at, expire: row.expire };
  const expire = endOf(stored, user.role, now, lookOnly);
  if (!expire) return undefined;
  if (expire !== stored.expire) {
    await db.sql(
      'session-renew',
      'UPDATE sessions SET expire = $2, used_at = CASE WHEN $4 THEN used_at ELSE $3 END WHERE sid = $1',
      [sid, expire, now, lookOnly],
    );
  }
  return { user, sid, expire };
}

/** Ends one session; one that is not there is ended already. */
export const endSession = (db: IdentityDb, token: string): Promise<void> => db.tx((tx) => endIn(tx, token));

async function endIn(tx: Tx, token: string): Promise<void> {
  const ended = await tx.$queryRawUnsafe<{ sid: string; user_id: string }[]>(
    'DELETE FROM sessions WHERE sid = $1 RETURNING sid, user_id',
    sidOf(token),
  );
  await emit(
    tx,
    ended.map(({ sid, user_id }) => sessionEnded(user_id, sid)),
  );
}

/** Ends an account's sessions but `keepSid`, telling everybody. */
export async function endAll(tx: Tx, userId: string, keepSid?: string): Promise<void> {
  await tx.session.deleteMany({ where: { userId, ...(keepSid ? { sid: { not: keepSid } } : {}) } });
  await emit(tx, [sessionsEnded(userId, keepSid)]);
}
