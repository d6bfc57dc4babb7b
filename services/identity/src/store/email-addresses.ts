import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import { userAct } from '../domain/audit-acts.ts';
import {
  applyLink,
  isValidLink,
  type MailPurpose,
  type MailToken,
  PROVES_ADDRESS,
} from '../domain/mail-token.ts';
import {
  addressChanged,
  addressRequested,
  changeRequested,
  confirmAddress,
  confirmNewAddress,
} from '../domain/mails/account.ts';
import type { UserState } from '../domain/user.ts';
import { type Database, emailTaken, hasEmail, lockUser, type MailContext, type Tx } from '../store.ts';
import { recordAuditAct } from './audit.ts';
import { consumeToken, isReservedForFormerOwner, issueToken, revokeMailTokens } from './mail-tokens.ts';
import { queueMail, queueUnheldMail, releaseHeldMails } from './mails.ts';
import { isPasswordUnchanged, type VerifiedOwner } from './passwords.ts';

/** Queues the mail that confirms the account's e-mail address. The caller holds the account's row lock. */
export async function queueConfirmation(
  tx: Tx,
  user: UserState,
  key: string,
  { now, publicUrl }: MailContext,
) {
  const token = await issueToken(tx, user.id, 'verify', user.email, now);
  await queueUnheldMail(tx, user, key, confirmAddress(token, publicUrl), now);
}

export const resendConfirmation = (db: Database, userId: string, moment: MailContext): Promise<void> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, userId);
    if (user.emailVerifiedAt === null) await queueConfirmation(tx, user, `confirm:${newId()}`, moment);
  });

/** @throws AppError email-taken when a former owner may still take the e-mail address back */
export async function assertAddressFree(tx: Tx, user: UserState, now: Date): Promise<void> {
  if (await isReservedForFormerOwner(tx, user.email, user.id, now)) throw emailTaken();
}

/** Uses up a mailed link and runs `use` under the account's row lock. @throws AppError token-invalid */
export const withLink = (
  db: Database,
  { userId }: MailToken,
  token: string,
  purposes: readonly MailPurpose[],
  now: Date,
  use: (tx: Tx, user: UserState, link: MailToken) => Promise<UserState>,
): Promise<UserState> =>
  db.tx(async (tx) => {
    // Locks the account, then the link, in the same order as where links are issued. The reverse could deadlock.
    const user = await lockUser(tx, userId);
    const link = await consumeToken(tx, token);
    if (!isValidLink(link, purposes, now)) throw new AppError('token-invalid');
    return use(tx, user, link);
  });

/** Marks the e-mail address as proven by a mailed link, or replaces it. @throws AppError token-invalid, email-taken */
export const proveByLink = (
  db: Database,
  found: MailToken,
  token: string,
  { now, publicUrl }: MailContext,
): Promise<UserState> =>
  withLink(db, found, token, PROVES_ADDRESS, now, async (tx, user, link) => {
    const next = applyLink(user, link, now);
    await saveVerified(tx, next, now);
    if (link.purpose === 'verify') {
      await recordAuditAct(tx, userAct('email-confirmed', user.id, null), now);
      return next;
    }
    await revokeMailTokens(tx, user.id, ['reset', 'verify']);
    if (user.emailVerifiedAt !== null) {
      const back = await issueToken(tx, user.id, 'undo', user.email, now);
      const mail = addressChanged(user.firstName, back, publicUrl);
      await queueUnheldMail(tx, user, `changed:${newId()}`, mail, now);
    }
    await recordAuditAct(tx, userAct('email-changed', user.id, null), now);
    return next;
  });

/** Saves a proven, possibly new e-mail address and releases the mails held until then. @throws AppError email-taken */
export async function saveVerified(tx: Tx, { id, ...next }: UserState, now: Date): Promise<void> {
  // Uses SELECT, because PostgreSQL would log the e-mail address in the error of a unique violation.
  const others = tx.selectFrom('users').select('id').where(hasEmail(next.email)).where('id', '<>', id);
  if ((await others.executeTakeFirst()) || (await isReservedForFormerOwner(tx, next.email, id, now))) {
    throw new AppError('email-taken');
  }
  await tx.updateTable('users').set(next).where('id', '=', id).execute();
  await revokeMailTokens(tx, id, ['verify']);
  await releaseHeldMails(tx, { id, email: next.email }, now);
}

/**
 * Requests another e-mail address. If it is taken, its owner gets a mail without a link; the caller sees no difference.
 * @param mailNew false when the new address has reached its mail limit @returns false when the password has changed
 * since it was checked
 */
export const requestEmailChange = (
  db: Database,
  owner: VerifiedOwner,
  email: string,
  mailNew: boolean,
  { now, publicUrl }: MailContext,
): Promise<boolean> =>
  db.tx(async (tx) => {
    const user = await lockUser(tx, owner.userId);
    if (!(await isPasswordUnchanged(tx, owner))) return false;
    const token = await issueToken(tx, user.id, 'change', email, now);
    const taken = tx.selectFrom('users').select(['id', 'email']).where(hasEmail(email));
    const other = await taken.executeTakeFirst();
    const key = `change:${newId()}`;
    if (mailNew && other) await queueMail(tx, other, key, addressRequested(publicUrl), now);
    else if (mailNew) {
      await queueUnheldMail(tx, { id: user.id, email }, key, confirmNewAddress(token, publicUrl), now);
    }
    if (user.emailVerifiedAt !== null) {
      await queueMail(tx, user, `asked:${newId()}`, changeRequested(user.firstName, publicUrl), now);
    }
    await recordAuditAct(tx, userAct('email-change-asked', user.id, user.id), now);
    return true;
  });
