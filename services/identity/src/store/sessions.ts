import { randomBytes } from 'node:crypto';
import { requestContext } from '@g2/kit/log';
import { emit } from '@g2/kit/outbox';
import { preparedQuery } from '@g2/kit/prepared';
import { AppError } from '@g2/terms/errors';
import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import { sessionEnded, sessionsEnded } from '../announce.ts';
import { userAct } from '../domain/audit-acts.ts';
import type { FactorMethod } from '../domain/factors.ts';
import { expiryAt, LAST_USE_PRECISION_MS, MAX_SESSIONS, sessionEnd } from '../domain/session.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { UserState } from '../domain/user.ts';
import { type Database, type MailContext, type Tx, USER_COLUMNS } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { mailNewDevice, recordPlace } from './known-places.ts';

export type SignInContext = {
  method: 'password' | 'oidc' | FactorMethod;
  /** Id of the provider, for the method `oidc`. */
  provider?: string;
  /** Token of the session that the browser has before the sign-in, which ends it; empty if there is none. */
  presentedToken: string;
  /** Client network, from `networkOf`; absent when unknown. */
  network?: string;
  /** True when this transaction creates the account: no mail about a new device. */
  isFirst?: true;
};

/** `confirmedAt`: when the password, a code or a passkey was last checked. */
export type OpenedSession = { token: string; sid: string; expire: Date; confirmedAt: Date };
type LiveSession = Omit<OpenedSession, 'token'> & { user: UserState };

/** Id of a session: the hash of its token. The token is not stored, so that a reader of the database cannot sign in. */
const sidOf = (token: string): string => sha256Hex(token);

/** The caller holds the account's row lock. */
export async function insertSession(
  tx: Tx,
  user: UserState,
  method: SignInContext['method'],
  now: Date,
): Promise<OpenedSession> {
  const token = randomBytes(32).toString('base64url');
  const sid = sidOf(token);
  const expire = expiryAt(user.role, now, now);
  const { address = '', agent = '' } = requestContext.getStore()?.origin ?? {};
  const times = { expire, createdAt: now, usedAt: now, confirmedAt: now };
  const row = { sid, userId: user.id, ...times, address, agent, sess: { method } };
  await tx.insertInto('sessions').values(row).execute();
  return { token, sid, expire, confirmedAt: now };
}

/**
 * Opens a session. Ends the browser's former session, of any account, and the least recently used sessions beyond the
 * limit. The caller holds the account's row lock.
 */
export async function openSession(
  tx: Tx,
  user: UserState,
  { method, provider, presentedToken, network, isFirst }: SignInContext,
  moment: MailContext,
): Promise<OpenedSession> {
  const { now } = moment;
  if (presentedToken) await endByToken(tx, presentedToken);
  const excessSessions = tx
    .selectFrom('sessions')
    .select('sid')
    .where('userId', '=', user.id)
    .orderBy('usedAt', 'desc')
    .orderBy('sid')
    .offset(MAX_SESSIONS - 1);
  const excess = tx.deleteFrom('sessions').where('sid', 'in', excessSessions).returning(ENDED);
  await emitEnded(tx, await excess.execute());
  const detail = { method, ...(provider ? { provider } : {}) };
  await recordAuditAct(tx, userAct(isFirst ? 'sign-up' : 'sign-in', user.id, user.id, detail), now);
  const session = await insertSession(tx, user, method, now);
  const isNew = await recordPlace(tx, user, network, now);
  if (isNew && !isFirst) await mailNewDevice(tx, user, session.sid, moment);
  return session;
}

/** @returns undefined if a concurrent reset or deactivation changed account, password or factors since the check */
export const openIfUnchanged = (
  db: Database,
  userId: string,
  passwordHash: string,
  entrance: SignInContext,
  moment: MailContext,
): Promise<{ user: UserState; session: OpenedSession } | undefined> =>
  db.tx(async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select(USER_COLUMNS)
      .where('id', '=', userId)
      .where('isActive', '=', true)
      .where('passwordHash', '=', passwordHash)
      .where('mfaEnabled', '=', false)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return undefined;
    return { user, session: await openSession(tx, user, entrance, moment) };
  });

const liveSession = preparedQuery('find-session', (db: Kysely<DB>, sid: string) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select([
      ...USER_COLUMNS,
      'sessions.expire as storedEnd',
      'sessions.createdAt as openedAt',
      'usedAt',
      'confirmedAt',
    ])
    .where('sid', '=', sid)
    .where('isActive', '=', true),
);

/** Finds an open session; writes at most every five minutes. @param lookOnly true: does not extend the session */
export async function findSession(
  db: Database,
  token: string,
  now: Date,
  lookOnly: boolean,
): Promise<LiveSession | undefined> {
  const sid = sidOf(token);
  const [row] = await liveSession(db, sid);
  if (!row) return undefined;
  const { storedEnd, openedAt, usedAt, confirmedAt, ...user } = row;
  const expire = sessionEnd({ createdAt: openedAt, expire: storedEnd }, user.role, now, lookOnly);
  if (!expire) return undefined;
  const recordsUse = !lookOnly && now.getTime() - usedAt.getTime() >= LAST_USE_PRECISION_MS;
  if (expire !== storedEnd || recordsUse) {
    const renewed = lookOnly ? { expire } : { expire, usedAt: now };
    await db.updateTable('sessions').set(renewed).where('sid', '=', sid).execute();
  }
  return { user, sid, expire, confirmedAt };
}

/** Idempotent. */
export const endSession = (db: Database, token: string, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    for (const { userId } of await endByToken(tx, token)) {
      await recordAuditAct(tx, userAct('sign-out', userId, userId), now);
    }
  });

async function endByToken(tx: Tx, token: string): Promise<{ userId: string }[]> {
  const presentedToken = tx.deleteFrom('sessions').where('sid', '=', sidOf(token));
  const ended = await presentedToken.returning(ENDED).execute();
  await emitEnded(tx, ended);
  return ended;
}

export const ENDED = ['sid', 'userId'] as const;
export const emitEnded = (tx: Tx, ended: { sid: string; userId: string }[]): Promise<void> =>
  emit(
    tx,
    ended.map(({ sid, userId }) => sessionEnded(userId, sid)),
  );

export async function endAll(tx: Tx, userId: string, keepSid?: string): Promise<void> {
  const all = tx.deleteFrom('sessions').where('userId', '=', userId);
  await (keepSid ? all.where('sid', '<>', keepSid) : all).execute();
  await emit(tx, [sessionsEnded(userId, keepSid)]);
}

/** @throws AppError unauthenticated when the session has ended */
export async function assertSessionOpen(tx: Tx, userId: string, sid: string): Promise<void> {
  const open = tx.selectFrom('sessions').select('sid').where('sid', '=', sid).where('userId', '=', userId);
  if (!(await open.executeTakeFirst())) throw new AppError('unauthenticated');
}

/** Resets the confirmations of the other sessions: they must confirm again before sensitive acts. */
export async function unconfirmOthers(tx: Tx, userId: string, sid: string): Promise<void> {
  const others = tx.updateTable('sessions').set({ confirmedAt: new Date(0) });
  await others.where('userId', '=', userId).where('sid', '<>', sid).execute();
}

/** Records a check of password, code or passkey. @throws AppError unauthenticated when the session has ended */
export async function confirmSession(tx: Tx, userId: string, sid: string, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('sessions')
    .set({ confirmedAt: now })
    .where('sid', '=', sid)
    .where('userId', '=', userId)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new AppError('unauthenticated');
}
