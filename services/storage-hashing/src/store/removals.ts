import type { Database } from '@g2/kit/database';
import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import type { ErrorCode } from '@g2/terms/errors';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import { hear, type ObjectState, type Word } from '../domain/lifecycle.ts';

type Tx = Transaction<DB>;

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
export const removalsIn = (db: Database<DB>) => ({
  /** registration.file_attached; answers the state before, undefined for an unknown object. */
  attached: (delivery: Delivery, key: string, now: Date): Promise<ObjectState | undefined> =>
    db.tx(async (tx) =>
      (await claimDelivery(tx, delivery)) ? await change(tx, key, 'attach', now) : 'attached',
    ),

  /** registration.file_released: a candidate for removal, no more. */
  letGo: (delivery: Delivery, key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (await claimDelivery(tx, delivery)) await candidate(tx, key, now);
    }),

  /** registration.upload_expired: likewise for what the ticket left, whether its upload ended or not. */
  ticketExpired: (delivery: Delivery, jti: string, superseded: boolean, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (!(await claimDelivery(tx, delivery))) return;
      // Whoever is still sending hears why at its next byte.
      const refusal: ErrorCode = superseded ? 'upload-superseded' : 'upload-ticket-used';
      await tx
        .updateTable('uploads')
        .set({ refusal })
        .where('jti', '=', jti)
        .where('state', '=', 'receiving')
        .execute();
      const upload = await tx
        .selectFrom('uploads')
        .select(['objectKey', 'state'])
        .where('jti', '=', jti)
        .executeTakeFirst();
      if (upload?.state === 'receiving' || upload?.state === 'stored') {
        await candidate(tx, upload.objectKey, now);
      }
    }),

  /** What is on its way out and nobody's candidate, such as what another version of this service left. */
  async adopt(now: Date): Promise<void> {
    // The state as a literal: it is what the partial index objects_releasing_idx is of.
    const releasing = db
      .selectFrom('objects')
      .select((of) => ['key', of.val(now).as('dueAt')])
      .where('state', '=', sql.lit('releasing'))
      // By what this statement sees of both: the row of one that is gone by now, state and all, would not be in its way.
      .where((of) =>
        of.not(
          of.exists(of.selectFrom('removals').select('key').whereRef('removals.key', '=', 'objects.key')),
        ),
      );
    await db
      .insertInto('removals')
      .columns(['key', 'dueAt'])
      .expression(releasing)
      .onConflict((on) => on.column('key').doNothing())
      .execute();
  },

  /** Takes the one that has been due the longest, for `leaseMs`: meanwhile no other replica has it. */
  async take(now: Date, leaseMs: number): Promise<Removal | undefined> {
    const next = db
      .selectFrom('removals')
      .select('key')
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .limit(1)
      .forUpdate()
      .skipLocked();
    const row = await db
      .updateTable('removals')
      .set({ dueAt: new Date(now.getTime() + leaseMs) })
      .where('key', '=', next)
      .returning((of) => [
        'key',
        'said',
        'failures',
        of.selectFrom('uploads').select('jti').whereRef('objectKey', '=', 'removals.key').as('ticketId'),
      ])
      .executeTakeFirst();
    return row && { ...row, ticketId: row.ticketId ?? '' };
  },

  /** Its turn comes again then; `failed` when something went wrong with it. */
  async postpone({ key, failures }: Removal, until: Date, failed: boolean): Promise<void> {
    await db
      .updateTable('removals')
      .set({ dueAt: until, failures: failed ? failures + 1 : 0 })
      .where('key', '=', key)
      .execute();
  },

  /** Registration holds it: it stays. What was said after registration was asked is asked about again. */
  keep: (removal: Removal, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      const { key, said } = removal;
      const known = await tx.selectFrom('objects').select('jti').where('key', '=', key).executeTakeFirst();
      // Of a tombstone nothing is known that an attached object must have.
      if (known?.jti) await change(tx, key, 'keep', now);
      const gone = await tx
        .deleteFrom('removals')
        .where('key', '=', key)
        .where('said', '=', said)
        .executeTakeFirst();
      if (gone.numDeletedRows > 0n) return;
      await tx.updateTable('removals').set({ dueAt: now }).where('key', '=', key).execute();
    }),

  /**
   * Registration holds it no longer, nor will: from here on its bytes go. An upload still on its way under a ticket that
   * is over ends without a receipt.
   */
  release: (key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      // The upload's row first, as the one who records a stored object does: one of the two is before the other.
      await tx
        .updateTable('uploads')
        .set({ state: 'expired', endedAt: now, tail: null, parts: null })
        .where('objectKey', '=', key)
        .where('state', '=', 'receiving')
        .execute();
      const state = await change(tx, key, 'release', now);
      if (state === undefined) await bury(tx, key, now);
    }),

  /** The bytes are gone. */
  removed: (key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      await change(tx, key, 'removed', now);
      await tx.deleteFrom('manifestFiles').where('objectKey', '=', key).execute();
      await tx.deleteFrom('inspections').where('objectKey', '=', key).execute();
      await tx.deleteFrom('scrubs').where('objectKey', '=', key).execute();
      await tx.deleteFrom('removals').where('key', '=', key).execute();
    }),
});

/** Takes an object through its lifecycle under its row's lock; answers the state before. */
async function change(tx: Tx, key: string, word: Word, now: Date): Promise<ObjectState | undefined> {
  const row = await tx
    .selectFrom('objects')
    .select(['state', 'releasedAt'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { next } = hear(row, word, now);
  if (next !== row) await tx.updateTable('objects').set(next).where('key', '=', key).execute();
  return row.state;
}

/** A tombstone for bytes no row speaks of. */
async function bury(tx: Tx, key: string, now: Date): Promise<void> {
  await tx
    .insertInto('objects')
    .values({ key, state: 'releasing', createdAt: now })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** What is gone already is no candidate; what is one already has its turn now, and was let go of once more. */
async function candidate(tx: Tx, key: string, now: Date): Promise<void> {
  const released = tx
    .selectFrom('objects')
    .select('key')
    .where('key', '=', key)
    .where('state', '=', 'released');
  const unlessReleased = tx
    .selectNoFrom((of) => [of.val(key).as('key'), of.val(now).as('dueAt')])
    .where((of) => of.not(of.exists(released)));
  await tx
    .insertInto('removals')
    .columns(['key', 'dueAt'])
    .expression(unlessReleased)
    .onConflict((on) =>
      on.column('key').doUpdateSet((of) => ({
        said: of('removals.said', '+', 1),
        dueAt: of.ref('excluded.dueAt'),
      })),
    )
    .execute();
}
