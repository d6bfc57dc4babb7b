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
  /** Ticket of the object's upload; '' when unknown. */
  ticketId: string;
  /** Number of release events when the removal was leased; `keep` uses it to detect later ones. */
  said: number;
  failures: number;
};

export const removalsIn = (db: Database<DB>) => ({
  /** Handles registration.file_attached. Returns the previous state; undefined for an unknown object. */
  attached: (delivery: Delivery, key: string, now: Date): Promise<ObjectState | undefined> =>
    db.tx(async (tx) =>
      (await claimDelivery(tx, delivery)) ? await applyToObject(tx, key, 'attach', now) : 'attached',
    ),

  /** Handles registration.file_released: makes the object a candidate for removal. */
  letGo: (delivery: Delivery, key: string, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (await claimDelivery(tx, delivery)) await addCandidate(tx, key, now);
    }),

  /** Handles registration.upload_expired: makes the object of a complete or unfinished upload a candidate. */
  ticketExpired: (delivery: Delivery, jti: string, superseded: boolean, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      if (!(await claimDelivery(tx, delivery))) return;
      // A client that is still sending is refused with this code.
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

  /** Makes objects candidates that an older release left in state `releasing`. */
  async adopt(now: Date): Promise<void> {
    // A literal, since a parameter would not match the partial index objects_releasing_idx.
    const releasing = db
      .selectFrom('objects')
      .select((of) => ['key', of.val(now).as('dueAt')])
      .where('state', '=', sql.lit('releasing'))
      // Reads both tables in one snapshot; ON CONFLICT alone would add a concurrently deleted row again.
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

  /** Leases the most overdue removal for `leaseMs`. */
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

  /** True for `failed` increases the back-off; false resets it. */
  async postpone({ key, failures }: Removal, until: Date, failed: boolean): Promise<void> {
    await db
      .updateTable('removals')
      .set({ dueAt: until, failures: failed ? failures + 1 : 0 })
      .where('key', '=', key)
      .execute();
  },

  /** Keeps an object that registration holds. A release event after the query makes the removal due again. */
  keep: (removal: Removal, now: Date): Promise<void> =>
    db.tx(async (tx) => {
      const { key, said } = removal;
      const known = await tx.selectFrom('objects').select('jti').where('key', '=', key).executeTakeFirst();
      // A tombstone lacks columns that an attached object requires.
      if (known?.jti) await applyToObject(tx, key, 'keep', now);
      const gone = await tx
        .deleteFrom('removals')
        .where('key', '=', key)
        .where('said', '=', said)
        .executeTakeFirst();
      if (gone.numDeletedRows > 0n) return;
      await tx.updateTable('removals').set({ dueAt: now }).where('key', '=', key).execute();
    }),

  /** Marks an object as being removed. An unfinished upload of it expires without a receipt. */
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

/** Applies a transition to an object and returns its previous state. */
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

async function insertTombstone(tx: Tx, key: string, now: Date): Promise<void> {
  await tx
    .insertInto('objects')
    .values({ key, state: 'releasing', createdAt: now })
    .onConflict((on) => on.doNothing())
    .execute();
}

/** Adds a candidate unless the object is removed. An existing one becomes due and counts another release. */
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
