import { newId } from '@g2/kit/ids';
import { requestContext } from '@g2/kit/log';
import { sql } from 'kysely';
import { passwordForgotten } from '../domain/mails/account.ts';
import { type Database, hasEmail, lockUser, type Tx } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { issueToken } from './mail-tokens.ts';
import { queueUnheldMail } from './mails.ts';

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
  const about = { actorId: null, subjectType: 'user', subjectId: user.id } as const;
  await recordAuditAct(tx, { action: 'password-reset-asked', ...about }, now);
}
