import { Database } from '@g2/kit/database';
import type { NotNull, Selectable } from 'kysely';
import type { DB } from '#tables';
import { inspectionsIn } from './store-inspections.ts';
import { removalsIn } from './store-removals.ts';
import type { UploadTicket } from './tickets.ts';

/** What is known of an object whose bytes are here: everything; `size` and `unpacked` in bytes. */
const KNOWN = ['key', 'sha256', 'size', 'entries', 'unpacked', 'state', 'createdAt'] as const;
type Known = Pick<Selectable<DB['objects']>, (typeof KNOWN)[number]>;
export type ObjectRow = { [Column in keyof Known]: NonNullable<Known[Column]> };

export type NewObject = Omit<ObjectRow, 'state'> & { ticket: UploadTicket; sha512: string };

export type Store = ReturnType<typeof openStore>;

/** The only user of the database. */
export function openStore(config: { DATABASE_URL: string; DATABASE_POOL: number }) {
  const db = new Database<DB>(config.DATABASE_URL, config.DATABASE_POOL);
  return {
    db,

    /** Takes a ticket for one upload; false when it was taken before. */
    async claimUpload(ticket: UploadTicket, objectKey: string, startedAt: Date): Promise<boolean> {
      const { jti, registrationId, userId } = ticket;
      const claimed = await db
        .insertInto('uploads')
        .values({ jti, registrationId, userId, objectKey, startedAt })
        .onConflict((on) => on.column('jti').doNothing())
        .executeTakeFirst();
      return claimed.numInsertedOrUpdatedRows === 1n;
    },

    /** Records a complete object; false when its ticket was given up meanwhile. */
    recordStored: ({ ticket, ...object }: NewObject): Promise<boolean> =>
      db.tx(async (tx) => {
        const { jti, registrationId } = ticket;
        const held = await tx
          .updateTable('uploads')
          .set({ state: 'stored', endedAt: object.createdAt })
          .where('jti', '=', jti)
          .where('state', '=', 'receiving')
          .executeTakeFirst();
        if (held.numUpdatedRows === 0n) return false;
        await tx
          .insertInto('objects')
          .values({ ...object, jti, registrationId, state: 'stored' })
          .execute();
        return true;
      }),

    /** Closes an upload whose bytes were refused and are gone. */
    async recordRefused(jti: string, now: Date): Promise<void> {
      await db
        .updateTable('uploads')
        .set({ state: 'refused', endedAt: now })
        .where('jti', '=', jti)
        .where('state', '=', 'receiving')
        .execute();
    },

    /** An object whose bytes can be had. */
    async find(key: string): Promise<ObjectRow | undefined> {
      return await db
        .selectFrom('objects')
        .select(KNOWN)
        .where('key', '=', key)
        .where('state', 'in', ['stored', 'attached'])
        // By a CHECK of the table, in these states.
        .$narrowType<{ sha256: NotNull; size: NotNull; entries: NotNull; unpacked: NotNull }>()
        .executeTakeFirst();
    },

    removals: removalsIn(db),
    inspections: inspectionsIn(db),
  };
}
