import { isUuid, newId } from '@g2/kit/ids';
import { type Kysely, type Selectable, sql } from 'kysely';
import type { DB, OutgoingEmail } from '#tables';
import type { Mail } from './domain/mails.ts';
import type { Database, Tx } from './store.ts';

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

/** While one worker sends a mail, others leave it alone this long; past it, that worker is taken for dead. */
const LEASE_MS = 5 * 60_000;

export type Recipient = { id: string; email: string; firstName: string };

const recipients = (tx: Tx) => tx.selectFrom('users').select(['id', 'email', 'firstName']);

/** The account a fact is about: nobody when it is gone. */
export const recipient = async (tx: Tx, userId: string): Promise<Recipient[]> =>
  isUuid(userId) ? recipients(tx).where('id', '=', userId).execute() : [];

type Reader = Pick<Kysely<DB>, 'selectFrom'>;

/** The name of an account for a mail to others; null where it is gone. */
export async function nameOfUser(db: Reader, userId: string): Promise<string | null> {
  if (!isUuid(userId)) return null;
  const found = await db
    .selectFrom('users')
    .select(['firstName', 'lastName'])
    .where('id', '=', userId)
    .executeTakeFirst();
  return found ? `${found.firstName} ${found.lastName}`.trim() : null;
}

/** Those of these accounts that are still there, which they are until the transaction has ended. */
export const heldAccounts = async (tx: Tx, ids: readonly string[]): Promise<string[]> => {
  const known = ids.filter(isUuid);
  if (known.length === 0) return [];
  const held = tx.selectFrom('users').select('id').where('id', 'in', known).orderBy('id').forKeyShare();
  return (await held.execute()).map(({ id }) => id);
};

/** Who is told what admins must know. */
export const activeAdmins = (tx: Tx): Promise<Recipient[]> =>
  recipients(tx).where('role', '=', 'admin').where('isActive', '=', true).execute();

/** Who works on something; where nobody does any more, all who may: the operators, else the admins. */
export async function responsible(tx: Tx, operatorId: string | undefined): Promise<Recipient[]> {
  const staff = recipients(tx).where('isActive', '=', true);
  const holder =
    operatorId !== undefined && isUuid(operatorId)
      ? await staff.where('id', '=', operatorId).where('role', '<>', 'client').execute()
      : [];
  if (holder.length > 0) return holder;
  const operators = await staff.where('role', '=', 'operator').execute();
  return operators.length > 0 ? operators : activeAdmins(tx);
}

/** Without an account (`id` null): the last mail to somebody whose account goes in that transaction, and its mails with it. */
type Addressee = { id: string | null; email: string };

/**
 * Queues a mail in the transaction of what it tells; a second one under the same key is not queued. To an account whose
 * address is unproven it waits for the proof.
 * @param about other accounts ({@link heldAccounts}) whose names or words it has: it goes when one of them does
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

/** The same of what may go to an unproven address: its confirmation, and a forgotten password. */
export const queueAtOnce = (tx: Tx, to: Addressee, dedupeKey: string, mail: Mail, now: Date): Promise<void> =>
  queue(tx, to, dedupeKey, mail, now, false, []);

/** Holds an unproven account's row: a proof at this very moment would else leave the mail behind. */
async function isUnproven(tx: Tx, userId: string): Promise<boolean> {
  const unproven = tx.selectFrom('users').select('id').where('id', '=', userId);
  return (await unproven.where('emailVerifiedAt', 'is', null).forShare().executeTakeFirst()) !== undefined;
}

/** Lets go of what waited for the proof of an address, in the transaction that proves it. */
export async function letGoOfMails(
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

/** Those that outgoing_emails_due_idx holds. */
const waitingMails = (db: Database) =>
  db
    .selectFrom('outgoingEmails')
    .where('sentAt', 'is', null)
    .where('givenUpAt', 'is', null)
    .where(sql<boolean>`NOT held`);

/** Takes due mails for this worker; workers share by SKIP LOCKED. */
export const claimMails = (db: Database, limit: number, now: Date): Promise<QueuedMail[]> => {
  const due = waitingMails(db)
    .select('id')
    .where('nextAt', '<=', now)
    .orderBy('nextAt')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked();
  return db
    .updateTable('outgoingEmails')
    .set((mail) => ({
      attempts: mail('attempts', '+', 1),
      nextAt: new Date(now.getTime() + LEASE_MS),
    }))
    .where('id', 'in', due)
    .returning(MAIL_COLUMNS)
    .execute();
};

const update = async (
  db: Database,
  id: string,
  to: { sentAt?: Date; nextAt?: Date; givenUpAt?: Date | null; attachment?: null },
): Promise<void> => {
  await db.updateTable('outgoingEmails').set(to).where('id', '=', id).execute();
};

export const markSent = (db: Database, id: string, now: Date): Promise<void> =>
  update(db, id, { sentAt: now, attachment: null });

/** Takes the tokens out of a mail that is done with: a link is for whoever has the mailbox. */
export const forgetLinks = async (db: Database, id: string): Promise<void> => {
  const without = sql<string>`regexp_replace(body, 'token=[A-Za-z0-9_-]+', 'token=', 'g')`;
  await db
    .updateTable('outgoingEmails')
    .set({ body: without })
    .where('id', '=', id)
    .where('body', 'like', '%token=%')
    .execute();
};

/** Puts a failed mail back for `nextAt`, or gives it up. */
export const markFailed = (db: Database, id: string, nextAt: Date | undefined, now: Date): Promise<void> =>
  update(db, id, nextAt ? { nextAt, givenUpAt: null } : { givenUpAt: now, attachment: null });

/** How many mails wait to be sent, and since when the oldest does. */
export const mailQueue = (db: Database): Promise<{ waiting: number; oldestSeconds: number }> =>
  waitingMails(db)
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      sql<number>`coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8`.as('oldestSeconds'),
    ])
    .executeTakeFirstOrThrow();

const MAILBOX_SIZE = 200;

/** The newest sent mails: the development mailbox. */
export const listSent = (db: Database) =>
  db
    .selectFrom('outgoingEmails')
    .select(['id', 'recipient', 'subject', 'body', 'sentAt'])
    .where('sentAt', 'is not', null)
    .orderBy('sentAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAILBOX_SIZE)
    .execute();
