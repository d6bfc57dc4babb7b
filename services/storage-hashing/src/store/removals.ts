import { claimDue } from '@g2/kit/claim';
import type { Database } from '@g2/kit/database';
import type { Delivery } from '@g2/kit/events';
import { claimDelivery } from '@g2/kit/inbox';
import type { ErrorCode } from '@g2/terms/errors';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import { applyTransition, type ObjectState, type Transition } from '../domain/lifecycle.ts';

type Tx = Transaction<DB>;

export type Removal = {
  key: string;
  /** '' when unknown. */
  ticketId: string;
  /** Number of release events when taken; see `keep`. */
  said: number;
  failures: number;
};

export const removalsIn = (db: Database<DB>) => ({
  /** registration.file_attached. Returns the previous state; undefined for an unknown object. */
  attached: (delivery: Delivery, key: string, now: Date): Promise<ObjectState | undefined> =>
    db.tx(async (tx) =>
      (await claimDelivery(tx, delivery)) ? await applyToObject(tx, key, 'attach', now) : 'attached',
    ),

  /** registration.file_released: adds a candidate for removal. */
  letGo: (delivery: Delivery, key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (await claimDelivery(tx, delivery)) await addCandidate(tx, key, now);
    }),

  /** registration.upload_expired: the ticket's object becomes a candidate, whether or not its upload ended. */
  ticketExpired: (delivery: Delivery, jti: string, superseded: boolean, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (!(await claimDelivery(tx, delivery))) return;
      // A client that is still sending gets this code.
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
        await addCandidate(tx, upload.objectKey, now);
      }
    }),

  /** Adds releasing objects without a candidate, as left by an older version. */
  async adopt(now: Date): Promise<void> {
    // Literal, so that the partial index objects_releasing_idx matches.
    const releasing = db
      .selectFrom('objects')
      .select((of) => ['key', of.val(now).as('dueAt')])
      .where('state', '=', sql.lit('releasing'))
      // Reads one snapshot of both tables; ON CONFLICT alone would re-add a row removed concurrently.
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

  /** Most overdue first; leased for `leaseMs`. */
  async take(now: Date, leaseMs: number): Promise<Removal | undefined> {
    const row = await claimDue(db, { table: 'removals', key: 'key', dueAt: 'dueAt' }, now, leaseMs)
      .returning((of) => [
        'key',
        'said',
        'failures',
        of.selectFrom('uploads').select('jti').whereRef('objectKey', '=', 'removals.key').as('ticketId'),
      ])
      .executeTakeFirst();
    return row && { ...row, ticketId: row.ticketId ?? '' };
  },

  /** `failed` counts towards the back-off. */
  async postpone({ key, failures }: Removal, until: Date, failed: boolean): Promise<void> {
    await db
      .updateTable('removals')
      .set({ dueAt: until, failures: failed ? failures + 1 : 0 })
      .where('key', '=', key)
      .execute();
  },

  /** Registration holds it. A release event after the query makes it due again. */
  keep: (removal: Removal, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      const { key, said } = removal;
      const known = await tx.selectFrom('objects').select('jti').where('key', '=', key).executeTakeFirst();
      // A tombstone lacks the columns an attached object requires.
      if (known?.jti) await applyToObject(tx, key, 'keep', now);
      const gone = await tx
        .deleteFrom('removals')
        .where('key', '=', key)
        .where('said', '=', said)
        .executeTakeFirst();
      if (gone.numDeletedRows > 0n) return;
      await tx.updateTable('removals').set({ dueAt: now }).where('key', '=', key).execute();
    }),

  /** An upload still under way ends without a receipt. */
  release: (key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      // Lock order: the upload first, as in recordStored.
      await tx
        .updateTable('uploads')
        .set({ state: 'expired', endedAt: now, tail: null, parts: null })
        .where('objectKey', '=', key)
        .where('state', '=', 'receiving')
        .execute();
      const state = await applyToObject(tx, key, 'release', now);
      if (state === undefined) await insertTombstone(tx, key, now);
    }),

  removed: (key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      await applyToObject(tx, key, 'removed', now);
      await tx.deleteFrom('manifestFiles').where('objectKey', '=', key).execute();
      await tx.deleteFrom('inspections').where('objectKey', '=', key).execute();
      await tx.deleteFrom('scrubs').where('objectKey', '=', key).execute();
      await tx.deleteFrom('removals').where('key', '=', key).execute();
    }),
});

/** Returns the previous state. */
async function applyToObject(
  tx: Tx,
  key: string,
  transition: Transition,
  now: Date,
): Promise<ObjectState | undefined> {
  const row = await tx
    .selectFrom('objects')
    .select(['state', 'releasedAt'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return undefined;
  const { next } = applyTransition(row, transition, now);
  if (next !== row) await tx.updateTable('objects').set(next).where('key', '=', key).execute();
  return row.state;
}

/** Tombstone for bytes without a row. */
async function insertTombstone(tx: Tx, key: string, now: Date): Promise<void> {
  await tx
    .insertInto('objects')
    .values({ key, state: 'releasing', createdAt: now })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Skips removed objects; an existing candidate becomes due now and counts one more release. */
async function addCandidate(tx: Tx, key: string, now: Date): Promise<void> {
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
