import { Database } from '@g2/kit/database';
import type { NotNull, Selectable } from 'kysely';
import type { DB } from '#tables';
import { inspectionsIn } from './store/inspections.ts';
import { removalsIn } from './store/removals.ts';
import { scrubsIn } from './store/scrubs.ts';
import { uploadsIn } from './store/uploads.ts';

/** Non-null columns of a stored object; `size` and `unpacked` in bytes. */
const KNOWN = ['key', 'sha256', 'size', 'entries', 'unpacked', 'state', 'createdAt'] as const;
type Known = Pick<Selectable<DB['objects']>, (typeof KNOWN)[number]>;
export type ObjectRow = { [Column in keyof Known]: NonNullable<Known[Column]> };

export type Store = ReturnType<typeof openStore>;

export function openStore(config: { DATABASE_URL: string; DATABASE_POOL: number }) {
  const db = new Database<DB>(config.DATABASE_URL, config.DATABASE_POOL);
  return {
    db,

    /** Finds an object that has bytes and is not being removed. */
    async find(key: string): Promise<ObjectRow | undefined> {
      return await db
        .selectFrom('objects')
        .select(KNOWN)
        .where('key', '=', key)
        .where('state', 'in', ['stored', 'attached'])
        // A CHECK constraint guarantees that these columns are not null in these states.
        .$narrowType<{ sha256: NotNull; size: NotNull; entries: NotNull; unpacked: NotNull }>()
        .executeTakeFirst();
    },

    uploads: uploadsIn(db),
    removals: removalsIn(db),
    inspections: inspectionsIn(db),
    scrubs: scrubsIn(db),
  };
}
