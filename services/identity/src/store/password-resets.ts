import { newId } from '@g2/kit/ids';
import { requestContext } from '@g2/kit/log';
import { sql } from 'kysely';
import { userAct } from '../domain/audit-acts.ts';
import { applyLink, type MailToken, SETS_PASSWORD, sameAddress } from '../domain/mail-token.ts';
import { addressRestored, passwordForgotten, passwordSetByLink } from '../domain/mails/account.ts';
import type { UserState } from '../domain/user.ts';
import { type Database, hasEmail, lockUser, type MailContext, type Tx } from '../store.ts';
import { revokeAllTokens } from './api-tokens.ts';
import { recordAuditAct } from './audit.ts';
import { saveVerified, withLink } from './email-addresses.ts';
import { dropFactors } from './factors.ts';
import { recordPlace } from './known-places.ts';
import { dropAllLinks } from './linked-accounts.ts';
import { issueToken, revokeMailTokens, revokeMailTokensSince } from './mail-tokens.ts';
import { queueUnheldMail } from './mails.ts';
import { endAll } from './sessions.ts';

/** Maximum length of the texts that the audit trail stores, characters. */
const MAX_CONTEXT = 64;

/** Queues a reset request. Writes the same row for e-mail addresses with and without an account. */
export async function requestPasswordReset(db: Database, email: string, now: Date): Promise<void> {
  const { requestId = '', origin } = requestContext.getStore() ?? {};
  const request = {
    askedAt: now,
    requestId: requestId.slice(0, MAX_CONTEXT),
    address: origin?.address.slice(0, MAX_CONTEXT) ?? '',
  };
  await db
    .insertInto('resetRequests')
    .values({ email: sql<string>`lower(${email.trim()})`, ...request })
    .onConflict((on) => on.column('email').doUpdateSet(request))
    .execute();
}

/** Handles the oldest request; workers share the queue by SKIP LOCKED. @returns false when there is no request */
export const handleResetRequest = (db: Database, publicUrl: string, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const oldest = tx
      .selectFrom('resetRequests')
      .select('email')
      .orderBy('askedAt')
      .limit(1)
      .forUpdate()
      .skipLocked();
    const row = await tx
      .deleteFrom('resetRequests')
      .where('email', 'in', oldest)
      .returning(['email', 'requestId', 'address'])
      .executeTakeFirst();
    if (!row) return false;
    const origin = { address: row.address, agent: '' };
    // Restores the context of the original request: the audit trail records its origin.
    await requestContext.run({ requestId: row.requestId, origin }, () =>
      mailReset(tx, row.email, publicUrl, now),
    );
    return true;
  });

async function mailReset(tx: Tx, email: string, publicUrl: string, now: Date): Promise<void> {
  const found = await tx.selectFrom('users').select('id').where(hasEmail(email)).executeTakeFirst();
  if (!found) return;
  const user = await lockUser(tx, found.id);
  if (!user.isActive) return;
  const token = await issueToken(tx, user.id, 'reset', user.email, now);
  await queueUnheldMail(tx, user, `reset:${newId()}`, passwordForgotten(token, publicUrl), now);
  await recordAuditAct(tx, userAct('password-reset-asked', user.id, null), now);
}

/**
 * Sets a password by a mailed link, which proves the e-mail address. An `undo` link also restores the former
 * address. An account with a proven address keeps its second factor.
 * @throws AppError token-invalid, email-taken
 */
export const setPasswordByLink = (
  db: Database,
  found: MailToken,
  token: string,
  { passwordHash, network }: { passwordHash: string; network: string },
  { now, publicUrl }: MailContext,
): Promise<UserState> =>
  withLink(db, found, token, SETS_PASSWORD, now, async (tx, user, link) => {
    // Factors on an unproven e-mail address may be a stranger's and must not lock out the owner of the address.
    const own = user.emailVerifiedAt ? user : await dropFactors(tx, user, now);
    // Links to providers may be a stranger's too. After an `undo`, an intruder may have made them.
    if (!user.emailVerifiedAt || link.purpose === 'undo') await dropAllLinks(tx, user.id);
    const next = applyLink(own, link, now);
    await saveVerified(tx, next, now);
    await tx.updateTable('users').set({ passwordHash }).where('id', '=', user.id).execute();
    // A reset does not revoke `undo` links: otherwise an intruder could revoke them by requesting a reset.
    if (link.purpose === 'undo') await revokeMailTokensSince(tx, user.id, link.createdAt);
    else await revokeMailTokens(tx, user.id, ['change']);
    await endAll(tx, user.id);
    await revokeAllTokens(tx, user.id, now);
    await queueUnheldMail(tx, next, `password:${newId()}`, passwordSetByLink(next.firstName, publicUrl), now);
    if (!sameAddress(user.email, next.email)) {
      await queueUnheldMail(tx, user, `restored:${newId()}`, addressRestored(publicUrl), now);
    }
    await recordPlace(tx, next, network, now);
    const detail: Record<string, string> = link.purpose === 'undo' ? { by: 'former-address' } : {};
    await recordAuditAct(tx, userAct('password-reset', user.id, null, detail), now);
    return next;
  });
