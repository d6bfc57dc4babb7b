import type { Database } from '@g2/kit/database';
import { emit } from '@g2/kit/outbox';
import { type NotNull, sql } from 'kysely';
import type { DB } from '#tables';
import { objectDamaged } from '../announce.ts';
import { isNews, type Outcome, ROUND_MS } from '../domain/scrub.ts';

const LEASE = 'scrub';

/** An object whose turn it is to be read again. */
export type Scrub = { key: string; sha256: string; sha512: string | null };

/** What this service's database says of objects that were read again. */
export const scrubsIn = (db: Database<DB>) => ({
  /** Whether `holder` is the replica that reads, or becomes it: until `until`, unless it says so again before. */
  async lead(holder: string, now: Date, until: Date): Promise<boolean> {
    const led = await db
      .insertInto('leases')
      .values({ name: LEASE, holder, until })
      .onConflict((on) =>
        on
          .column('name')
          .doUpdateSet({ holder, until })
          .where((of) => of.or([of('leases.holder', '=', holder), of('leases.until', '<=', now)])),
      )
      .returning('name')
      .executeTakeFirst();
    return led !== undefined;
  },

  /** Another replica may read from here on. */
  async leave(holder: string): Promise<void> {
    await db.deleteFrom('leases').where('name', '=', LEASE).where('holder', '=', holder).execute();
  },

  /** What was attached since. Its upload was the first time that its bytes were hashed. */
  async adopt(now: Date): Promise<void> {
    const unseen = db
      .selectFrom('objects')
      .select((of) => ['key', of.val(now).as('dueAt'), 'createdAt'])
      .where('state', '=', 'attached')
      .where((of) =>
        of.not(
          of.exists(of.selectFrom('scrubs').select('objectKey').whereRef('objectKey', '=', 'objects.key')),
        ),
      );
    await db
      .insertInto('scrubs')
      .columns(['objectKey', 'dueAt', 'scrubbedAt'])
      .expression(unseen)
      .onConflict((on) => on.doNothing())
      .execute();
  },

  /** The attached object that has been due the longest. */
  next: (now: Date): Promise<Scrub | undefined> =>
    db
      .selectFrom('scrubs')
      .innerJoin('objects', 'objects.key', 'scrubs.objectKey')
      .select(['key', 'sha256', 'sha512'])
      .where('state', '=', 'attached')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      // By a CHECK of the table, in this state.
      .$narrowType<{ sha256: NotNull }>()
      .executeTakeFirst(),

  /** Keeps what came of it, and tells of damage that is new; of an object that was let go of meanwhile nothing. */
  finish: ({ key }: Scrub, outcome: Outcome, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      const object = await tx
        .selectFrom('objects')
        .innerJoin('scrubs', 'scrubs.objectKey', 'objects.key')
        .select(['registrationId', 'outcome'])
        .where('key', '=', key)
        .where('state', '=', 'attached')
        .forUpdate()
        .executeTakeFirst();
      if (!object) return;
      await tx
        .updateTable('scrubs')
        .set({ outcome, scrubbedAt: now, dueAt: new Date(now.getTime() + ROUND_MS) })
        .where('objectKey', '=', key)
        .execute();
      if (!isNews(object.outcome, outcome)) return;
      await emit(tx, [objectDamaged(key, object.registrationId ?? '', outcome)]);
    }),

  /** It could not be read: that says nothing of its bytes. */
  async putOff({ key }: Scrub, until: Date): Promise<void> {
    await db.updateTable('scrubs').set({ dueAt: until }).where('objectKey', '=', key).execute();
  },

  /** How many attached objects are damaged, and since when the oldest was not read. */
  async figures(): Promise<{ damaged: number; oldest: Date | null }> {
    const attached = db
      .selectFrom('scrubs')
      .innerJoin('objects', 'objects.key', 'scrubs.objectKey')
      .where('state', '=', 'attached');
    const [damaged, oldest] = await Promise.all([
      attached
        .select(sql<number>`count(*)`.as('count'))
        .where('outcome', 'in', ['different', 'missing'])
        .executeTakeFirstOrThrow(),
      attached.select('scrubbedAt').orderBy('scrubbedAt').limit(1).executeTakeFirst(),
    ]);
    return { damaged: Number(damaged.count), oldest: oldest?.scrubbedAt ?? null };
  },
});
