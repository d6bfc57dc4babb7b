import { newId } from '@g2/kit/ids';
import type { Mail } from './domain/mails.ts';
import type { IdentityDb, Tx } from './store.ts';

export type QueuedMail = {
  id: string;
  recipient: string;
  subject: string;
  body: string;
  attachment_name: string | null;
  attachment: Buffer | null;
  attempts: number;
};

/** While one worker sends a mail, others leave it alone this long; past it, that worker is taken for dead. */
const LEASE_MS = 5 * 60_000;

/** Queues a mail in the transaction of what it tells; a second one under the same key is not queued. */
export async function queueMail(
  tx: Tx,
  to: { id: string; email: string },
  dedupeKey: string,
  { subject, body, attachment }: Mail,
  now: Date,
): Promise<void> {
  const data = {
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
  };
  await tx.outgoingEmail.createMany({ data: [data], skipDuplicates: true });
}

/** Takes due mails for this worker; workers share by SKIP LOCKED. */
export const claimMails = (db: IdentityDb, limit: number, now: Date): Promise<QueuedMail[]> =>
  db.sql<QueuedMail>(
    'mail-claim',
    `UPDATE outgoing_emails SET attempts = attempts + 1, next_at = $2
     WHERE id IN (SELECT id FROM outgoing_emails WHERE sent_at IS NULL AND given_up_at IS NULL AND next_at <= $1
                  ORDER BY next_at, id LIMIT $3 FOR UPDATE SKIP LOCKED)
     RETURNING id, recipient, subject, body, attachment_name, attachment, attempts`,
    [now, new Date(now.getTime() + LEASE_MS), limit],
  );

export const markSent = (db: IdentityDb, id: string, now: Date): Promise<unknown> =>
  db.sql('mail-sent', 'UPDATE outgoing_emails SET sent_at = $2, attachment = NULL WHERE id = $1', [id, now]);

/** Puts a failed mail back for `nextAt`, or gives it up. */
export const markFailed = (
  db: IdentityDb,
  id: string,
  nextAt: Date | undefined,
  now: Date,
): Promise<unknown> =>
  db.sql(
    'mail-failed',
    `UPDATE outgoing_emails SET next_at = coalesce($2, next_at),
       given_up_at = CASE WHEN $2 IS NULL THEN $3::timestamptz END,
       attachment = CASE WHEN $2 IS NOT NULL THEN attachment END
     WHERE id = $1`,
    [id, nextAt ?? null, now],
  );

/** How many mails wait to be sent, and since when the oldest does. */
export async function mailQueue(db: IdentityDb): Promise<{ waiting: number; oldestSeconds: number }> {
  const [row] = await db.sql<{ waiting: string; oldest: number }>(
    'mail-queue',
    `SELECT count(*) AS waiting, coalesce(extract(epoch FROM now() - min(created_at)), 0)::float8 AS oldest
     FROM outgoing_emails WHERE sent_at IS NULL AND given_up_at IS NULL`,
  );
  return { waiting: Number(row?.waiting ?? 0), oldestSeconds: row?.oldest ?? 0 };
}

const MAILBOX_SIZE = 200;

/** The newest sent mails: the development mailbox. */
export const listSent = (db: IdentityDb) =>
  db.prisma.outgoingEmail.findMany({
    where: { sentAt: { not: null } },
    orderBy: [{ sentAt: 'desc' }, { id: 'desc' }],
    take: MAILBOX_SIZE,
    omit: { attachment: true },
  });
