import { isUuid, newId } from '@g2/kit/ids';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB, LinkedAccount } from '#tables';
import type { VerifiedIdentity } from '../providers/providers.ts';
import { noSuchUser, type Tx } from '../store.ts';

const COLUMNS = ['provider', 'issuer', 'subject', 'email', 'linkedAt', 'lastUsedAt'] as const;
export type LinkedAccountRow = Pick<Selectable<LinkedAccount>, (typeof COLUMNS)[number]>;
type Subject = Pick<LinkedAccountRow, 'issuer' | 'subject'>;

export const listLinks = (db: Kysely<DB>, userId: string): Promise<LinkedAccountRow[]> =>
  db
    .selectFrom('linkedAccounts')
    .select(COLUMNS)
    .where('userId', '=', userId)
    .orderBy('linkedAt')
    .orderBy('id')
    .execute();

/** Serialises decisions about one account at a provider. Take it before any row lock. */
export const lockSubject = (tx: Tx, { issuer, subject }: Subject) =>
  sql`SELECT pg_advisory_xact_lock(hashtextextended(${`link:${issuer} ${subject}`}, 0))`.execute(tx);

export async function ownerOf(tx: Tx, { issuer, subject }: Subject): Promise<string | undefined> {
  const found = tx
    .selectFrom('linkedAccounts')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
  return (await found.executeTakeFirst())?.userId;
}

/** Replaces the account's link to this provider. The caller holds the account's row lock. */
export async function saveLink(
  tx: Tx,
  userId: string,
  { provider, issuer, subject, email }: VerifiedIdentity,
  now: Date,
  lastUsedAt: Date | null,
): Promise<void> {
  await dropLink(tx, userId, provider);
  await tx
    .insertInto('linkedAccounts')
    .values({ id: newId(), userId, provider, issuer, subject, email, linkedAt: now, lastUsedAt })
    .execute();
}

/** Records a sign-in; updates the link to the provider's configured id, unless another link of the account has it. */
export async function recordLinkUse(
  tx: Tx,
  userId: string,
  { provider, issuer, subject, email }: VerifiedIdentity,
  now: Date,
): Promise<void> {
  const isTaken = (await listLinks(tx, userId)).some(
    (one) => one.provider === provider && (one.issuer !== issuer || one.subject !== subject),
  );
  await tx
    .updateTable('linkedAccounts')
    .set({ email, lastUsedAt: now, ...(isTaken ? {} : { provider }) })
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .execute();
}

/** @returns false when there was no such link */
export async function dropLink(tx: Tx, userId: string, provider: string): Promise<boolean> {
  const own = tx.deleteFrom('linkedAccounts').where('userId', '=', userId).where('provider', '=', provider);
  return (await own.executeTakeFirst()).numDeletedRows > 0n;
}

/** Removes all links to providers, when they may be another person's. */
export async function dropAllLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('linkedAccounts').where('userId', '=', userId).execute();
}

/** @throws AppError not-found */
export async function readSignInMethods(
  db: Kysely<DB>,
  userId: string,
): Promise<{ hasPassword: boolean; passkeys: number; links: LinkedAccountRow[] }> {
  if (!isUuid(userId)) throw noSuchUser();
  const row = await db
    .selectFrom('users')
    .select((eb) => [
      eb('passwordHash', 'is not', null).as('hasPassword'),
      eb
        .selectFrom('passkeys')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('passkeys.userId', '=', 'users.id')
        .as('passkeys'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw noSuchUser();
  return {
    hasPassword: row.hasPassword === true,
    passkeys: row.passkeys ?? 0,
    links: await listLinks(db, userId),
  };
}
