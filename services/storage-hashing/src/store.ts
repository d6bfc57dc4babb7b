import type { Delivery } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { openDb } from '@g2/kit/store';
import { type Prisma, PrismaClient } from '#prisma';
import { after, type ObjectState, type Word } from './domain/lifecycle.ts';
import type { UploadTicket } from './tickets.ts';

export type ObjectRow = {
  key: string;
  sha256: string;
  /** Bytes. */
  size: number;
  entries: number;
  unpacked: number;
  state: ObjectState;
  createdAt: Date;
};

export type NewObject = Omit<ObjectRow, 'state'> & { ticket: UploadTicket };
type Tx = Prisma.TransactionClient;

export type Store = ReturnType<typeof openStore>;

/** The only user of the database. */
export function openStore(url: string, poolSize: number) {
  const db = openDb<PrismaClient, Tx>(url, poolSize, (adapter) => new PrismaClient({ adapter }));
  return {
    db,

    /** Takes a ticket for one upload; false when it was taken before. */
    async claimUpload(ticket: UploadTicket, objectKey: string, now: Date): Promise<boolean> {
      const claimed = await db.sql(
        'claim-upload',
        `INSERT INTO uploads (jti, registration_id, user_id, object_key, started_at)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT (jti) DO NOTHING RETURNING jti`,
        [ticket.jti, ticket.registrationId, ticket.userId, objectKey, now],
      );
      return claimed.length === 1;
    },

    /** Records a complete object; false when its ticket was given up meanwhile. */
    recordStored: (object: NewObject): Promise<boolean> =>
      db.tx(async (tx) => {
        const { ticket, key, sha256, size, entries, unpacked, createdAt } = object;
        const held = await tx.upload.updateMany({
          where: { jti: ticket.jti, state: 'receiving' },
          data: { state: 'stored', endedAt: createdAt },
        });
        if (held.count === 0) return false;
        await tx.storedObject.create({
          data: {
            key,
            jti: ticket.jti,
            registrationId: ticket.registrationId,
            sha256,
            size,
            entries,
            unpacked,
            state: 'stored',
            createdAt,
          },
        });
        return true;
      }),

    /** Closes an upload whose bytes were refused and are gone. */
    async recordRefused(jti: string, now: Date): Promise<void> {
      await db.prisma.upload.updateMany({
        where: { jti, state: 'receiving' },
        data: { state: 'refused', endedAt: now },
      });
    },

    async find(key: string): Promise<ObjectRow | undefined> {
      const rows = await db.sql<StoredRow>(
        'find-object',
        `SELECT key, sha256, size, entries, unpacked, state, created_at FROM objects
         WHERE key = $1 AND state IN ('stored', 'attached')`,
        [key],
      );
      return rows[0] && toObject(rows[0]);
    },

    /** registration.file_attached and file_released; answers the state before, undefined for an unknown object. */
    hear: (delivery: Delivery, key: string, word: Word, now: Date): Promise<ObjectState | undefined> =>
      db.tx(async (tx) => {
        if (!(await firstTime(tx, delivery))) return 'released';
        const state = await change(tx, key, word, now);
        if (state === undefined && word === 'release') await bury(tx, key, now);
        return state;
      }),

    /** registration.upload_expired: what the ticket left may go, whether its upload ended or not. */
    expireUpload: (delivery: Delivery, jti: string, now: Date): Promise<void> =>
      db.tx(async (tx) => {
        if (!(await firstTime(tx, delivery))) return;
        const [upload] = await tx.$queryRawUnsafe<{ object_key: string; state: string }[]>(
          'SELECT object_key, state FROM uploads WHERE jti = $1 FOR UPDATE',
          jti,
        );
        if (!upload || upload.state === 'expired') return;
        if (upload.state === 'stored') {
          await change(tx, upload.object_key, 'expire', now);
          return;
        }
        await tx.upload.update({ where: { jti }, data: { state: 'expired', endedAt: now } });
        if (upload.state === 'receiving') await bury(tx, upload.object_key, now);
      }),

    async releasing(limit: number): Promise<string[]> {
      const rows = await db.sql<{ key: string }>(
        'releasing-objects',
        "SELECT key FROM objects WHERE state = 'releasing' ORDER BY created_at LIMIT $1",
        [limit],
      );
      return rows.map((row) => row.key);
    },

    removed: (key: string, now: Date): Promise<ObjectState | undefined> =>
      db.tx((tx) => change(tx, key, 'removed', now)),
  };
}

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

/** A tombstone for bytes no row speaks of, so that the remover finds them. */
async function bury(tx: Tx, key: string, now: Date): Promise<void> {
  await tx.storedObject.createMany({
    data: [{ key, state: 'releasing', createdAt: now }],
    skipDuplicates: true,
  });
}

type StoredRow = {
  key: string;
  sha256: string;
  size: string;
  entries: number;
  unpacked: string;
  state: ObjectState;
  created_at: Date;
};

const toObject = (row: StoredRow): ObjectRow => ({
  key: row.key,
  sha256: row.sha256,
  size: Number(row.size),
  entries: row.entries,
  unpacked: Number(row.unpacked),
  state: row.state,
  createdAt: row.created_at,
});
