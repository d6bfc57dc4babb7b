import type { Database } from '@g2/kit/database';
import { emit } from '@g2/kit/outbox';
import { type NotNull, sql } from 'kysely';
import type { DB } from '#tables';
import { objectDamagedEvent } from '../announce.ts';
import { isNewDamage, MIN_CHECK_INTERVAL_MS, type Outcome } from '../domain/scrub.ts';

const LEASE = 'scrub';

export type Scrub = { key: string; sha256: string; sha512: string | null };

export const scrubsIn = (db: Database<DB>) => ({
  /** Acquires or renews the lease until `until`; false when another replica holds it. */
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

  async leave(holder: string): Promise<void> {
    await db.deleteFrom('leases').where('name', '=', LEASE).where('holder', '=', holder).execute();
  },

  /** Schedules newly attached objects. Their upload counts as the first check. */
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

  next: (now: Date): Promise<Scrub | undefined> =>
    db
      .selectFrom('scrubs')
      .innerJoin('objects', 'objects.key', 'scrubs.objectKey')
      .select(['key', 'sha256', 'sha512'])
      .where('state', '=', 'attached')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      // A CHECK constraint guarantees that `sha256` is not null in this state.
      .$narrowType<{ sha256: NotNull }>()
      .executeTakeFirst(),

  /** Stores the outcome and reports new damage; ignores an object released since. */
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
        .set({ outcome, scrubbedAt: now, dueAt: new Date(now.getTime() + MIN_CHECK_INTERVAL_MS) })
        .where('objectKey', '=', key)
        .execute();
      if (!isNewDamage(object.outcome, outcome)) return;
      await emit(tx, [objectDamagedEvent(key, object.registrationId ?? '', outcome)]);
    }),

  /** Schedules the next check after a failed read, which is not damage. */
  async putOff({ key }: Scrub, until: Date): Promise<void> {
    await db.updateTable('scrubs').set({ dueAt: until }).where('objectKey', '=', key).execute();
  },

  /** `oldest`: time of the least recent check. */
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
