import type { AccountMail, AccountSession, OwnAct } from '@g2/proto/identity';
import type { PageBounds } from '@g2/terms/pages';
import { type ExpressionBuilder, sql } from 'kysely';
import type { DB } from '#tables';
import { deviceOf } from '../domain/device.ts';
import { MAX_SESSIONS } from '../domain/session.ts';
import type { Database } from '../store.ts';
import { listApiTokens, type ShownToken } from './api-tokens.ts';
import { type LinkedAccountRow, listLinks } from './linked-accounts.ts';
import { listPasskeys, type ShownPasskey } from './passkeys.ts';

export type AccountDetails = {
  links: LinkedAccountRow[];
  passkeys: ShownPasskey[];
  apiTokens: ShownToken[];
  pendingEmail: PendingEmail | undefined;
  pictureSource: string | null;
  emailVerifiedAt: Date | null;
  knownPlaces: number;
};

export async function accountDetails(db: Database, userId: string, now: Date): Promise<AccountDetails> {
  const { known, ...row } = await db
    .selectFrom('users as u')
    .leftJoin('avatars as a', 'a.userId', 'u.id')
    .select((eb) => [
      'u.emailVerifiedAt',
      'a.sourceUrl as pictureSource',
      eb
        .selectFrom('knownAddresses as k')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('k.userId', '=', 'u.id')
        .where('k.expire', '>', now)
        .as('known'),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow();
  return {
    ...row,
    links: await listLinks(db, userId),
    passkeys: await listPasskeys(db, userId),
    apiTokens: await listApiTokens(db, userId, now),
    pendingEmail: await pendingEmail(db, userId, now),
    knownPlaces: known ?? 0,
  };
}

/** New address that is not confirmed yet. */
type PendingEmail = { email: string; askedAt: Date; expiresAt: Date };

const pendingEmail = (db: Database, userId: string, now: Date): Promise<PendingEmail | undefined> =>
  db
    .selectFrom('mailTokens')
    .select(['email', 'createdAt as askedAt', 'expire as expiresAt'])
    .where('userId', '=', userId)
    .where('purpose', '=', 'change')
    .where('expire', '>', now)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();

/** Open sessions, last used first. @param currentSid the caller's session */
export async function listSessions(
  db: Database,
  userId: string,
  currentSid: string,
  now: Date,
): Promise<AccountSession[]> {
  const rows = await db
    .selectFrom('sessions')
    .select(['sid', 'address', 'agent', 'createdAt', 'usedAt', 'expire'])
    .where('userId', '=', userId)
    .where('expire', '>', now)
    .orderBy('usedAt', 'desc')
    .orderBy('sid')
    .limit(MAX_SESSIONS)
    .execute();
  return rows.map(({ sid, expire, ...row }) => ({
    id: sid,
    ...row,
    device: deviceOf(row.agent).name,
    expiresAt: expire,
    current: sid === currentSid,
  }));
}

type Mails = { items: AccountMail[]; total: number };

/** Newest first; without the texts. */
export async function listMails(db: Database, userId: string, { limit, offset }: PageBounds): Promise<Mails> {
  const ofAccount = db.selectFrom('outgoingEmails').where('userId', '=', userId);
  const [rows, { total }] = await Promise.all([
    ofAccount
      .select(['id', 'subject', 'createdAt', 'sentAt', 'givenUpAt', 'attempts'])
      .orderBy('createdAt', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    ofAccount.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
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

/** Acts by and on the account, newest first. Hides the addresses of other actors. */
export async function listAccountActs(
  db: Database,
  userId: string,
  { limit, offset }: PageBounds,
): Promise<{ items: OwnAct[]; total: number }> {
  const own = db.selectFrom('audit').where(aboutAccount(userId));
  const [rows, { total }] = await Promise.all([
    own
      .select(['at', 'action', 'subjectType', 'subjectId', 'address'])
      .select(sql<boolean>`actor_id IS NOT DISTINCT FROM ${userId}::uuid`.as('byMe'))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  const items = rows.map(({ address, ...row }) => ({
    ...row,
    address: row.byMe ? address || undefined : undefined,
  }));
  return { items, total };
}
