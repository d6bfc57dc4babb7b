import { requestContext } from '@g2/kit/log';
import { newDevice } from '../domain/mails/access.ts';
import type { UserState } from '../domain/user.ts';
import type { MailContext, Tx } from '../store.ts';
import { queueMail } from './mails.ts';

const HOUR_MS = 3_600_000;
const MAILS = 'new-device:';

/** Mails at most once an hour, only to a proven address. The caller holds the account's row lock. */
export async function mailNewDevice(
  tx: Tx,
  user: UserState,
  sid: string,
  { now, publicUrl }: MailContext,
): Promise<void> {
  if (!user.emailVerifiedAt) return;
  const recentMail = await tx
    .selectFrom('outgoingEmails')
    .select('id')
    .where('userId', '=', user.id)
    .where('dedupeKey', 'like', `${MAILS}%`)
    .where('createdAt', '>', new Date(now.getTime() - HOUR_MS))
    .limit(1)
    .executeTakeFirst();
  if (recentMail) return;
  const { address = '', agent = '' } = requestContext.getStore()?.origin ?? {};
  const mail = newDevice(user.firstName, { address, agent, at: now }, publicUrl);
  await queueMail(tx, user, `${MAILS}${sid}`, mail, now);
}
