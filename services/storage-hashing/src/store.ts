import { openDb } from '@g2/kit/store';
import { type Prisma, PrismaClient } from '#prisma';
import type { ObjectState } from './domain/lifecycle.ts';
import { removalsIn } from './store-removals.ts';
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

    removals: removalsIn(db),
  };
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
