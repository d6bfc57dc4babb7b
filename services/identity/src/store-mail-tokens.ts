import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type MailPurpose, type MailToken, tokenEnd } from './domain/mail-token.ts';
import { hashed } from './hashed.ts';
import type { Database, Tx } from './store.ts';

const TOKEN_BYTES = 32;
const COLUMNS = ['userId', 'purpose', 'email', 'expire', 'createdAt'] as const;

/**
 * Makes the token of a mail's link, in a transaction that holds the account's row. It ends the account's earlier one of
 * that purpose; the way back to a former address ends none, for a second change must not take away the first's.
 */
export async function issueToken(
  tx: Tx,
  userId: string,
  purpose: MailPurpose,
  email: string,
  now: Date,
): Promise<string> {
  if (purpose !== 'undo') await forgetTokens(tx, userId, [purpose]);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await tx
    .insertInto('mailTokens')
    .values({ hash: hashed(token), userId, purpose, email, expire: tokenEnd(purpose, now), createdAt: now })
    .execute();
  return token;
}

/** What a link is for, without using it. */
export const findToken = (db: Database, token: string): Promise<MailToken | undefined> =>
  db.selectFrom('mailTokens').select(COLUMNS).where('hash', '=', hashed(token)).executeTakeFirst();

/** Uses a link up; undefined when it was used, or superseded, a moment ago. */
export const takeToken = (tx: Tx, token: string): Promise<MailToken | undefined> =>
  tx.deleteFrom('mailTokens').where('hash', '=', hashed(token)).returning(COLUMNS).executeTakeFirst();

/** Ends an account's links of these purposes. */
export async function forgetTokens(tx: Tx, userId: string, purposes: readonly MailPurpose[]): Promise<void> {
  await tx.deleteFrom('mailTokens').where('userId', '=', userId).where('purpose', 'in', purposes).execute();
}

/**
 * Ends the account's links once one restored a former address: all but the ways back to addresses it had before that one,
 * which whoever took the account in between must not end.
 */
export async function forgetSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('mailTokens')
    .where('userId', '=', userId)
    .where((link) => link.or([link('purpose', '<>', 'undo'), link('createdAt', '>=', since)]))
    .execute();
}

/** True of an address that an account other than `userId` may still take back: it is nobody else's meanwhile. */
export async function isKeptForFormer(tx: Tx, email: string, userId: string, now: Date): Promise<boolean> {
  const kept = tx
    .selectFrom('mailTokens')
    .select('hash')
    .where(sql<boolean>`lower(email) = lower(${email.trim()})`)
    .where(sql<boolean>`purpose = 'undo'`)
    .where('userId', '<>', userId)
    .where('expire', '>', now);
  return (await kept.executeTakeFirst()) !== undefined;
}
