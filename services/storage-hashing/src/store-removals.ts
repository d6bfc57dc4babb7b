import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import type { Db } from '@g2/kit/store';
import type { Prisma, PrismaClient } from '#prisma';
import { after, type ObjectState, type Word } from './domain/lifecycle.ts';

type Tx = Prisma.TransactionClient;
type Database = Db<PrismaClient, Tx>;

/** An object whose turn it is to be asked about. */
export type Removal = {
  key: string;
  /** The upload ticket it came under, '' when that is not known. */
  ticketId: string;
  /** How often it was let go of, as far as whoever took it knows. */
  said: number;
  failures: number;
};

/** What this service's database says of objects that events let go of. */
export const removalsIn = (db: Database) => ({
  /** registration.file_attached; answers the state before, undefined for an unknown object. */
  attached: (delivery: Delivery, key: string, now: Date): Promise<ObjectState | undefined> =>
    db.tx(async (tx) =>
      (await firstTime(tx, delivery)) ? await change(tx, key, 'attach', now) : 'attached',
    ),

  /** registration.file_released: a candidate for removal, no more. */
  letGo: (delivery: Delivery, key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (await firstTime(tx, delivery)) await candidate(tx, key, now);
    }),

  /** registration.upload_expired: likewise for what the ticket left, whether its upload ended or not. */
  ticketExpired: (delivery: Delivery, jti: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (!(await firstTime(tx, delivery))) return;
      const upload = await tx.upload.findUnique({ where: { jti }, select: { objectKey: true, state: true } });
      if (upload?.state === 'receiving' || upload?.state === 'stored') {
        await candidate(tx, upload.objectKey, now);
      }
    }),

  /** What is on its way out and nobody's candidate, such as what another version of this service left. */
  async adopt(now: Date): Promise<void> {
    await db.sql(
      'adopt-removals',
      `INSERT INTO removals (key, due_at) SELECT key, $1 FROM objects WHERE state = 'releasing'
       ON CONFLICT (key) DO NOTHING`,
      [now],
    );
  },

  /** Takes the one that has been due the longest, for `leaseMs`: meanwhile no other replica has it. */
  async take(now: Date, leaseMs: number): Promise<Removal | undefined> {
    const rows = await db.sql<{ key: string; ticket_id: string | null; said: number; failures: number }>(
      'take-removal',
      `UPDATE removals SET due_at = $2
       WHERE key = (SELECT key FROM removals WHERE due_at <= $1 ORDER BY due_at LIMIT 1 FOR UPDATE SKIP LOCKED)
       RETURNING key, said, failures,
         (SELECT jti FROM uploads WHERE uploads.object_key = removals.key) AS ticket_id`,
      [now, new Date(now.getTime() + leaseMs)],
    );
    const [row] = rows;
    return row && { key: row.key, said: row.said, failures: row.failures, ticketId: row.ticket_id ?? '' };
  },

  /** Its turn comes again then; `failed` when something went wrong with it. */
  async postpone({ key, failures }: Removal, until: Date, failed: boolean): Promise<void> {
    await db.sql('postpone-removal', 'UPDATE removals SET due_at = $2, failures = $3 WHERE key = $1', [
      key,
      until,
      failed ? failures + 1 : 0,
    ]);
  },

  /** Registration holds it: it stays. What was said after registration was asked is asked about again. */
  keep: (removal: Removal, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      const { key, said } = removal;
      const known = await tx.storedObject.findUnique({ where: { key }, select: { jti: true } });
      // Of a tombstone nothing is known that an attached object must have.
      if (known?.jti) await change(tx, key, 'keep', now);
      const gone = await tx.removal.deleteMany({ where: { key, said } });
      if (gone.count === 0) await tx.removal.updateMany({ where: { key }, data: { dueAt: now } });
    }),

  /**
   * Registration holds it no longer, nor will: from here on its bytes go. An upload still on its way under a ticket that
   * is over ends without a receipt.
   */
  release: (key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      // The upload's row first, as the one who records a stored object does: one of the two is before the other.
      await tx.upload.updateMany({
        where: { objectKey: key, state: 'receiving' },
        data: { state: 'expired', endedAt: now },
      });
      const state = await change(tx, key, 'release', now);
      if (state === undefined) await bury(tx, key, now);
    }),

  /** The bytes are gone. */
  removed: (key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      await change(tx, key, 'removed', now);
      await tx.removal.deleteMany({ where: { key } });
    }),
});

/** Takes an object through its lifecycle under its row's lock; answers the state before. */
async function change(tx: Tx, key: string, word: Word, now: Date): Promise<ObjectState | undefined> {
  const [row] = await tx.$queryRawUnsafe<{ state: ObjectState }[]>(
    'SELECT state FROM objects WHERE key = $1 FOR UPDATE',
    key,
  );
  if (!row) return undefined;
  const state = after(row.state, word);
  if (state !== row.state) {
    const releasedAt = state === 'released' ? now : null;
    await tx.storedObject.update({ where: { key }, data: { state, releasedAt } });
  }
  return row.state;
}

/** A tombstone for bytes no row speaks of. */
async function bury(tx: Tx, key: string, now: Date): Promise<void> {
  await tx.storedObject.createMany({
    data: [{ key, state: 'releasing', createdAt: now }],
    skipDuplicates: true,
  });
}

async function candidate(tx: Tx, key: string, now: Date): Promise<void> {
  await tx.$executeRawUnsafe(
    `INSERT INTO removals (key, due_at)
     SELECT $1, $2::timestamptz WHERE NOT EXISTS (SELECT 1 FROM objects WHERE key = $1 AND state = 'released')
     ON CONFLICT (key) DO UPDATE SET said = removals.said + 1, due_at = EXCLUDED.due_at`,
    key,
    now,
  );
}
