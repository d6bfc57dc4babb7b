import { randomBytes } from 'node:crypto';
import { emit } from '@g2/kit/outbox';
import { prepared } from '@g2/kit/prepared';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import { sessionEnded, sessionsEnded } from './announce.ts';
import { endOf, expiryAt, MAX_SESSIONS } from './domain/session.ts';
import type { UserState } from './domain/user.ts';
import { hashed } from './hashed.ts';
import { type Database, type Tx, USER_COLUMNS } from './store.ts';
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
const sidOf = (token: string): string => hashed(token);

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
  const row = { sid, userId: user.id, expire, createdAt: now, usedAt: now, sess: { method } };
  await tx.insertInto('sessions').values(row).execute();
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
  const over = tx
    .selectFrom('sessions')
    .select('sid')
    .where('userId', '=', user.id)
    .orderBy('usedAt', 'desc')
    .orderBy('sid')
    .offset(MAX_SESSIONS - 1);
  await tellEnded(tx, await tx.deleteFrom('sessions').where('sid', 'in', over).returning(ENDED).execute());
  if (network !== undefined) await rememberAddress(tx, user, network, now);
  return insertSession(tx, user, method, now);
}

/**
 * Opens a session for a password that was right a moment ago, if it still is: a reset or deactivation meanwhile
 * would else leave behind a session it meant to end.
 * @returns undefined when account or password changed
 */
export const openIfUnchanged = (
  db: Database,
  userId: string,
  passwordHash: string,
  entrance: Entrance,
  now: Date,
): Promise<{ user: UserState; session: OpenedSession } | undefined> =>
  db.tx(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('id', '=', userId)
      .where('isActive', '=', true)
      .where('passwordHash', '=', passwordHash)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    return { user, session: await openSession(tx, user, entrance, now) };
  });

const liveSession = prepared('find-session', (db: Kysely<DB>, sid: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([...USER_COLUMNS, 'sessions.expire as storedEnd', 'sessions.createdAt as openedAt'])
    .where('sid', '=', sid)
    .where('isActive', '=', true),
);

/**
 * The account behind a live session of an active account; one look-up, and a write at most once a day, of staff once
 * an hour.
 * @param lookOnly whoever only watches a session does not prolong it
 */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
  lookOnly: boolean,
): Promise<LiveSession | undefined> {
  const sid = sidOf(token);
  const [row] = await liveSession(db, sid);
  if (!row) return undefined;
  const { storedEnd, openedAt, ...user } = row;
  const expire = endOf({ createdAt: openedAt, expire: storedEnd }, user.role, now, lookOnly);
  if (!expire) return undefined;
  if (expire !== storedEnd) {
    const renewed = lookOnly ? { expire } : { expire, usedAt: now };
    await db.updateTable('sessions').set(renewed).where('sid', '=', sid).execute();
  }
  return { user, sid, expire };
}

/** Ends one session; one that is not there is ended already. */
export const endSession = (db: Database, token: string): Promise<void> => db.tx((tx) => endIn(tx, token));

async function endIn(tx: Tx, token: string): Promise<void> {
  const presented = tx.deleteFrom('sessions').where('sid', '=', sidOf(token));
  await tellEnded(tx, await presented.returning(ENDED).execute());
}

const ENDED = ['sid', 'userId'] as const;
const tellEnded = (tx: Tx, ended: { sid: string; userId: string }[]): Promise<void> =>
  emit(
    tx,
    ended.map(({ sid, userId }) => sessionEnded(userId, sid)),
  );

/** Ends an account's sessions but `keepSid`, telling everybody. */
export async function endAll(tx: Tx, userId: string, keepSid?: string): Promise<void> {
  const all = tx.deleteFrom('sessions').where('userId', '=', userId);
  await (keepSid ? all.where('sid', '<>', keepSid) : all).execute();
  await emit(tx, [sessionsEnded(userId, keepSid)]);
}
