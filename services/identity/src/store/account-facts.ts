import type { AccountMail, AccountSession, OwnAct } from '@g2/proto/identity';
import type { PageBounds } from '@g2/terms/pages';
import { type ExpressionBuilder, sql } from 'kysely';
import type { DB } from '#tables';
import { deviceOf } from '../domain/device.ts';
import { MAX_SESSIONS } from '../domain/session.ts';
import type { Database } from '../store.ts';
import { listApiTokens } from './api-tokens.ts';
import { countRows } from './counts.ts';
import { listLinks } from './linked-accounts.ts';
import { listPasskeys } from './passkeys.ts';

export async function accountDetails(db: Database, userId: string, now: Date) {
  const user = db
    .selectFrom('users as u')
    .leftJoin('avatars as a', 'a.userId', 'u.id')
    .select(['u.emailVerifiedAt', 'a.sourceUrl as pictureSource'])
    .where('u.id', '=', userId);
  const places = db.selectFrom('knownAddresses').where('userId', '=', userId).where('expire', '>', now);
  // A requested new e-mail address that is not confirmed yet.
  const pendingEmail = db
    .selectFrom('mailTokens')
    .select(['email', 'createdAt as askedAt', 'expire as expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', '=', 'change')
    .where('expire', '>', now)
    .orderBy('createdAt', 'desc');
  return {
    ...(await user.executeTakeFirstOrThrow()),
    links: await listLinks(db, userId),
    passkeys: await listPasskeys(db, userId),
    apiTokens: await listApiTokens(db, userId, now),
    pendingEmail: await pendingEmail.executeTakeFirst(),
    knownPlaces: await countRows(places),
  };
}

/** Open sessions, last used first. @param currentSid the caller's session */
export async function listSessions(
  db: Database,
  userId: string,
  currentSid: string,
  now: Date,
): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['sid as id', 'address', 'agent', 'createdAt', 'usedAt', 'expire as expiresAt'])
    .where('userId', '=', userId)
    .where('expire', '>', now)
    .orderBy('usedAt', 'desc')
    .orderBy('sid')
    .limit(MAX_SESSIONS)
    .execute();
  return rows.map((row) => ({ ...row, device: deviceOf(row.agent).name, current: row.id === currentSid }));
}

type Listed<Item> = { items: Item[]; total: number };

/** Mails to an account, newest first, without their texts. */
export async function listMails(
  db: Database,
  userId: string,
  { limit, offset }: PageBounds,
): Promise<Listed<AccountMail>> {
  const ofAccount = db.selectFrom('outgoingEmails').where('userId', '=', userId);
  const newest = ofAccount
    .select(['id', 'subject', 'createdAt', 'sentAt', 'givenUpAt', 'attempts'])
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc');
  const [rows, total] = await Promise.all([
    newest.limit(limit).offset(offset).execute(),
    countRows(ofAccount),
  ]);
  const items = rows.map(({ sentAt, givenUpAt, ...row }) => ({
    ...row,
    state: sentAt ? 'sent' : givenUpAt ? 'given_up' : 'waiting',
    sentAt: sentAt ?? undefined,
  }));
  return { items, total };
}

const aboutAccount = (userId: string) => (eb: ExpressionBuilder<DB, 'audit'>) =>
  eb.or([eb('actorId', '=', userId), eb('subjectId', '=', userId)]);

/** Audit acts by and on the account, newest first, without the IP addresses of other actors. */
export async function listAccountActs(
  db: Database,
  userId: string,
  { limit, offset }: PageBounds,
): Promise<Listed<OwnAct>> {
  const own = db.selectFrom('audit').where(aboutAccount(userId));
  const newest = own
    .select(['at', 'action', 'subjectType', 'subjectId', 'address'])
    .select(sql<boolean>`actor_id IS NOT DISTINCT FROM ${userId}::uuid`.as('byMe'))
    .orderBy('at', 'desc')
    .orderBy('id', 'desc');
  const [rows, total] = await Promise.all([newest.limit(limit).offset(offset).execute(), countRows(own)]);
  const items = rows.map(({ address, ...row }) => ({
    ...row,
    address: row.byMe ? address || undefined : undefined,
  }));
  return { items, total };
}
