import { claimDue } from '@g2/kit/claim';
import { isUuid, newId } from '@g2/kit/ids';
import { type ExpressionBuilder, type Kysely, type Selectable, sql } from 'kysely';
import type { DB, OutgoingEmail } from '#tables';
import type { Mail } from '../domain/mails/mails.ts';
import type { Database, Tx } from '../store.ts';

const MAIL_COLUMNS = [
  'id',
  'recipient',
  'subject',
  'body',
  'attachmentName',
  'attachment',
  'attempts',
] as const;
export type QueuedMail = Pick<Selectable<OutgoingEmail>, (typeof MAIL_COLUMNS)[number]>;

/** Lease of a claimed mail, ms. After it, the worker counts as dead and another one may claim the mail. */
const LEASE_MS = 5 * 60_000;

export type Recipient = { id: string; email: string; firstName: string };

const recipients = (tx: Tx) => tx.selectFrom('users').select(['id', 'email', 'firstName']);

/** The account as a recipient; empty when the account is deleted. */
export const recipientOfUser = async (tx: Tx, userId: string): Promise<Recipient[]> =>
  isUuid(userId) ? recipients(tx).where('id', '=', userId).execute() : [];

type Reader = Pick<Kysely<DB>, 'selectFrom'>;

/** Null when the account is deleted. */
export async function nameOfUser(db: Reader, userId: string): Promise<string | null> {
  if (!isUuid(userId)) return null;
  const found = await db
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return found ? `${found.firstName} ${found.lastName}`.trim() : null;
}

/** The existing accounts of `ids`, locked until the transaction ends. */
export const lockExistingAccounts = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const held = tx.selectFrom('users').select('id').where('id', 'in', known).orderBy('id').forKeyShare();
  return (await held.execute()).map(({ id }) => id);
};

export const activeAdmins = (tx: Tx): Promise<Recipient[]> =>
  recipients(tx).where('role', '=', 'admin').where('isActive', '=', true).execute();

/** The operator in charge; otherwise all active operators, otherwise all active admins. */
export async function operatorsFor(tx: Tx, operatorId: string | undefined): Promise<Recipient[]> {
  const staff = recipients(tx).where('isActive', '=', true);
  const holder =
    operatorId !== undefined && isUuid(operatorId)
      ? await staff.where('id', '=', operatorId).where('role', '<>', 'client').execute()
      : [];
  if (holder.length > 0) return holder;
  const operators = await staff.where('role', '=', 'operator').execute();
  return operators.length > 0 ? operators : activeAdmins(tx);
}

/**
 * `id` is null without an account, and for the last mail of a deleted account: deleting an account deletes
 * the mails with its id.
 */
type Addressee = { id: string | null; email: string };

/**
 * Queues a mail once per `dedupeKey`. The mail is held back while the recipient's address is unproven.
 * @param about other accounts ({@link lockExistingAccounts}) named in the mail, which is deleted with any of them
 */
export async function queueMail(
  tx: Tx,
  to: Addressee,
  dedupeKey: string,
  mail: Mail,
  now: Date,
  about: readonly string[] = [],
): Promise<void> {
  await queue(tx, to, dedupeKey, mail, now, to.id !== null && (await isUnproven(tx, to.id)), about);
}

/** Queues a mail that is sent even to an unproven e-mail address. */
export const queueUnheldMail = (
  tx: Tx,
  to: Addressee,
  dedupeKey: string,
  mail: Mail,
  now: Date,
): Promise<void> => queue(tx, to, dedupeKey, mail, now, false, []);

/** Locks the row of an account with an unproven address: otherwise a concurrent proof could leave the mail held. */
async function isUnproven(tx: Tx, userId: string): Promise<boolean> {
  const unproven = tx.selectFrom('users').select('id').where('id', '=', userId);
  return (await unproven.where('emailVerifiedAt', 'is', null).forShare().executeTakeFirst()) !== undefined;
}

/** Releases the mails held for an unproven e-mail address, in the transaction that proves the address. */
export async function releaseHeldMails(
  tx: Tx,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('outgoingEmails')
    .set({ held: false, recipient: email, nextAt: now })
    .where('userId', '=', id)
    .where('held', '=', true)
    .execute();
}

async function queue(
  tx: Tx,
  to: Addressee,
  dedupeKey: string,
  { subject, body, attachment }: Mail,
  now: Date,
  held: boolean,
  about: readonly string[],
): Promise<void> {
  const row = {
    id: newId(),
    userId: to.id,
    recipient: to.email,
    subject,
    body,
    attachmentName: attachment?.name ?? null,
    attachment: attachment?.content ?? null,
    dedupeKey,
    nextAt: now,
    createdAt: now,
    held,
    aboutUsers: [...about],
  };
  await tx
    .insertInto('outgoingEmails')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Same condition as the partial index outgoing_emails_due_idx. */
const isWaiting = (mail: ExpressionBuilder<DB, 'outgoingEmails'>) =>
  mail.and([mail('sentAt', 'is', null), mail('givenUpAt', 'is', null), sql<boolean>`NOT held`]);

const QUEUE = {
  table: 'outgoingEmails',
  key: 'id',
  dueAt: 'nextAt',
  attempts: 'attempts',
  where: isWaiting,
} as const;

export const claimMails = (db: Database, limit: number, now: Date): Promise<QueuedMail[]> =>
  claimDue(db, QUEUE, now, LEASE_MS, limit).returning(MAIL_COLUMNS).execute();

const update = async (
  db: Database,
  id: string,
  to: { sentAt?: Date; nextAt?: Date; givenUpAt?: Date | null; attachment?: null },
): Promise<void> => {
  await db.updateTable('outgoingEmails').set(to).where('id', '=', id).execute();
};

export const markSent = (db: Database, id: string, now: Date): Promise<void> =>
  update(db, id, { sentAt: now, attachment: null });

/** Removes link tokens from a finished mail: only the recipient's mailbox may have them. */
export const redactLinks = async (db: Database, id: string): Promise<void> => {
  const without = sql<string>`regexp_replace(body, 'token=[A-Za-z0-9_-]+', 'token=', 'g')`;
  await db
    .updateTable('outgoingEmails')
    .set({ body: without })
    .where('id', '=', id)
    .where('body', 'like', '%token=%')
    .execute();
};

export const markFailed = (db: Database, id: string, nextAt: Date | undefined, now: Date): Promise<void> =>
  update(db, id, nextAt ? { nextAt, givenUpAt: null } : { givenUpAt: now, attachment: null });

export const mailQueue = (db: Database): Promise<{ waiting: number; oldestSeconds: number }> =>
  db
    .selectFrom('outgoingEmails')
    .where(isWaiting)
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      sql<number>`coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8`.as('oldestSeconds'),
    ])
    .executeTakeFirstOrThrow();

const MAILBOX_SIZE = 200;

/** Mails of the development mailbox, newest first. */
export const listSent = (db: Database) =>
  db
    .selectFrom('outgoingEmails')
    .select(['id', 'recipient', 'subject', 'body', 'sentAt'])
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAILBOX_SIZE)
    .execute();
