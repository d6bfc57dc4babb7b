import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import { sql } from 'kysely';
import { userAct } from '../domain/audit-acts.ts';
import { ALLOWS_SIGN_IN, type MailToken, sameAddress } from '../domain/mail-token.ts';
import { signInPaused } from '../domain/mails/account.ts';
import { type Database, hasEmail, lockUser, type MailContext } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { withLink } from './email-addresses.ts';
import { allowPlace } from './known-places.ts';
import { issueToken } from './mail-tokens.ts';
import { queueMail } from './mails.ts';

/** Queues a request for a sign-in link. Writes the same row with and without an account. */
export async function requestSignIn(db: Database, email: string, now: Date): Promise<void> {
  await db
    .insertInto('signInRequests')
    .values({ email: sql<string>`lower(${email.trim()})`, askedAt: now })
    .onConflict((on) => on.column('email').doUpdateSet({ askedAt: now }))
    .execute();
}

/** Handles the oldest request; workers share the queue by SKIP LOCKED. @returns false when there is no request */
export const handleSignInRequest = (db: Database, { now, publicUrl }: MailContext): Promise<boolean> =>
  db.tx(async (tx) => {
    const oldest = tx
      .selectFrom('signInRequests')
      .select('email')
      .orderBy('askedAt')
      .limit(1)
      .forUpdate()
      .skipLocked();
    const row = await tx
      .deleteFrom('signInRequests')
      .where('email', 'in', oldest)
      .returning('email')
      .executeTakeFirst();
    if (!row) return false;
    const found = await tx.selectFrom('users').select('id').where(hasEmail(row.email)).executeTakeFirst();
    if (!found) return true;
    const user = await lockUser(tx, found.id);
    // An unproven address gets no link: its owner can request a password reset, which proves the address.
    if (!user.isActive || user.emailVerifiedAt === null) return true;
    const token = await issueToken(tx, user.id, 'enter', user.email, now);
    await queueMail(tx, user, `enter:${newId()}`, signInPaused(user.firstName, token, publicUrl), now);
    return true;
  });

/** Uses a mailed link to mark the client network as known to the account. @throws AppError token-invalid */
export const allowSignInByLink = (
  db: Database,
  found: MailToken,
  token: string,
  { network, now }: { network: string; now: Date },
) =>
  withLink(db, found, token, ALLOWS_SIGN_IN, now, async (tx, user, link) => {
    if (!user.isActive || !sameAddress(user.email, link.email)) throw new AppError('token-invalid');
    await allowPlace(tx, user, network, now);
    await recordAuditAct(tx, userAct('sign-in-allowed', user.id, null), now);
    return user;
  });
