import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { type MailPurpose, type MailToken, tokenExpiry } from '../domain/mail-token.ts';
import { sha256Hex } from '../domain/sha256.ts';
import type { Database, Tx } from '../store.ts';

const TOKEN_BYTES = 32;
const COLUMNS = ['userId', 'purpose', 'email', 'expire', 'createdAt'] as const;

/**
 * Issues a token and revokes the earlier one of this purpose, except `undo`: a second change must not revoke
 * the undo link of the first one. The caller holds the account's row lock.
 */
export async function issueToken(
  tx: Tx,
  userId: string,
  purpose: MailPurpose,
  email: string,
  now: Date,
): Promise<string> {
  if (purpose !== 'undo') await revokeMailTokens(tx, userId, [purpose]);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const times = { expire: tokenExpiry(purpose, now), createdAt: now };
  const row = { hash: sha256Hex(token), userId, purpose, email, ...times };
  await tx.insertInto('mailTokens').values(row).execute();
  return token;
}

export const findToken = (db: Database, token: string): Promise<MailToken | undefined> =>
  db.selectFrom('mailTokens').select(COLUMNS).where('hash', '=', sha256Hex(token)).executeTakeFirst();

/** Uses up the token; undefined when it was used or superseded. */
export const consumeToken = (tx: Tx, token: string): Promise<MailToken | undefined> =>
  tx.deleteFrom('mailTokens').where('hash', '=', sha256Hex(token)).returning(COLUMNS).executeTakeFirst();

export async function revokeMailTokens(
  tx: Tx,
  userId: string,
  purposes: readonly MailPurpose[],
): Promise<void> {
  await tx.deleteFrom('mailTokens').where('userId', '=', userId).where('purpose', 'in', purposes).execute();
}

/** After an `undo`: revokes mailed links except older `undo` links, which an intruder must not be able to revoke. */
export async function revokeMailTokensSince(tx: Tx, userId: string, since: Date): Promise<void> {
  await tx
    .deleteFrom('mailTokens')
    .where('userId', '=', userId)
    .where((link) => link.or([link('purpose', '<>', 'undo'), link('createdAt', '>=', since)]))
    .execute();
}

/** True while another account may still take this e-mail address back by an `undo` link. */
export async function isReservedForFormerOwner(
  tx: Tx,
  email: string,
  userId: string,
  now: Date,
): Promise<boolean> {
  const kept = tx
    .selectFrom('mailTokens')
    .select('hash')
    .where(sql<boolean>`lower(email) = lower(${email.trim()})`)
    .where(sql<boolean>`purpose = 'undo'`)
    .where('userId', '<>', userId)
    .where('expire', '>', now);
  return (await kept.executeTakeFirst()) !== undefined;
}
