import { AppError } from '@g2/terms/errors';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { assign, notAssigned, take, unassign } from '../domain/assignment.ts';
import { type Asker, type Decided, notFound, type Registration } from '../domain/registration.ts';
import { changeIn, type Database, lock, record, type Tx } from '../store.ts';
import { oneOf } from './rows.ts';
import { nextOfQueue } from './views.ts';

/** What was heard of an account so far, as far as an assignment must know it. */
export type Heard = { changes: number; releasing: boolean };

/** How many times an account was told to be staff no longer, and whether that is still being carried out. */
export async function heardOf(db: Kysely<DB>, userId: string): Promise<Heard> {
  const heard = db.selectFrom('accountChanges').select(['changes', 'releasing']).where('userId', '=', userId);
  return (await heard.executeTakeFirst()) ?? { changes: 0, releasing: false };
}

/** Assignments to one account, and what is heard of it, go one after another. */
export const holdAccount = async (tx: Tx, userId: string): Promise<void> =>
  void (await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`staff:${userId}`}, 0))`.execute(tx));

/**
 * Assigns an operator whom identity called active after `before` was read. Told since that they are staff no longer,
 * or still losing what they had, that answer is stale and the assignment would stay for ever: refused.
 * @param from whom it is taken from; null for nobody
 * @throws AppError not-found, already-assigned, own-registration, conflict
 */
export const assignOperator = (
  db: Database,
  id: string,
  operatorId: string,
  by: string,
  from: string | null,
  before: Heard,
): Promise<void> =>
  db.tx(async (tx) => {
    await holdUnchanged(tx, operatorId, before);
    await reassign(tx, id, (state) => assign(state, operatorId, by, from));
  });

/** Holds the account for the transaction. @returns whether nothing else was heard of it than before */
async function isUnchanged(tx: Tx, userId: string, before: Heard): Promise<boolean> {
  await holdAccount(tx, userId);
  const now = await heardOf(tx, userId);
  return !now.releasing && now.changes === before.changes;
}

/** Holds the account for the transaction. @throws AppError conflict when more was heard of it than before */
export async function holdUnchanged(tx: Tx, userId: string, before: Heard): Promise<void> {
  if (!(await isUnchanged(tx, userId, before))) throw new AppError('conflict');
}

/**
 * Whoever asks works on it from now on.
 * @param from whom they know to work on it
 * @throws AppError not-found, already-assigned, own-registration, conflict
 */
export const takeRegistration = (
  db: Database,
  id: string,
  asker: Asker,
  from: string | null,
  before: Heard,
): Promise<void> =>
  db.tx(async (tx) => {
    await holdUnchanged(tx, asker.id, before);
    await reassign(tx, id, (state) => take(state, asker, from));
  });

/**
 * Whoever asks works from now on on what waits longest and nobody works on. What somebody else takes at this moment is
 * passed over; what they took since this look began is found assigned under its lock, and looked past.
 * @returns its id; null when nothing waits
 */
export async function takeNext(
  tx: Tx,
  asker: Asker,
  jurisdiction: string | undefined,
  before: Heard,
): Promise<string | null> {
  await holdUnchanged(tx, asker.id, before);
  for (;;) {
    const [id] = (await nextOfQueue(asker.id, jurisdiction).execute(tx)).rows.map((row) => row.id);
    if (id === undefined) return null;
    const state = await lock(tx, id);
    // Each look sees what was committed before it: the next one no longer finds this.
    if (
      state === null ||
      state.assignedOperatorId !== null ||
      state.status !== 'paid' ||
      state.closure !== null
    )
      continue;
    await reassign(tx, id, () => take(state, asker, null));
    return id;
  }
}

/**
 * A step by staff: what nobody works on is, from it on, the work of whoever took it.
 * @param before null where they get no assignment
 */
export async function changeAndTake(
  tx: Tx,
  id: string,
  asker: Asker,
  before: Heard | null,
  decide: (state: Registration | null) => Decided,
): Promise<void> {
  // Before the row, as everywhere.
  const mayTake = before !== null && (await isUnchanged(tx, asker.id, before));
  await holdRow(tx, id);
  const next = await changeIn(tx, id, decide);
  if (mayTake && next.assignedOperatorId === null)
    await reassign(tx, id, (state) => take(state, asker, null));
}

/**
 * Waits for whoever is at a registration, so that the next statement sees whose it is by then: one that waits for the row
 * itself shows the assignment of before, which stands elsewhere.
 */
const holdRow = (tx: Tx, id: string): Promise<unknown> =>
  tx.selectFrom('registrations').select('id').where('id', '=', id).forUpdate().execute();

/**
 * @param from whose it has to be; null: whoever's it is
 * @throws AppError not-found, conflict when nobody is assigned, already-assigned
 */
export const unassignOperator = (db: Database, id: string, by: string, from: string | null): Promise<void> =>
  db.tx((tx) => reassign(tx, id, (state) => unassign(state, by, from)));

/** Changes who works on a registration, whose own row stays as it is; compare-and-set on who did. */
async function reassign(tx: Tx, id: string, decide: (state: Registration | null) => Decided): Promise<void> {
  await holdRow(tx, id);
  const state = await lock(tx, id);
  const decision = decide(state);
  if (!state) throw notFound();
  const [before, after] = [state.assignedOperatorId, decision.next.assignedOperatorId];
  if (before === after) return;
  if (after && before) await moveAssignment(tx, id, before, after);
  else if (after) await addAssignment(tx, id, after);
  else if (before) await removeAssignment(tx, id, before);
  if (after) await forgetDropped(tx, after, [id]);
  await record(tx, state, decision);
}

/** @throws AppError already-assigned */
async function addAssignment(tx: Tx, id: string, operatorId: string): Promise<void> {
  const [inserted] = await insertAssignments(tx, [id], operatorId);
  if (inserted === undefined) throw new AppError('already-assigned');
}

/** Assigns what nobody works on. @returns which those are */
export async function insertAssignments(
  tx: Tx,
  ids: readonly string[],
  operatorId: string,
): Promise<string[]> {
  const inserted = await tx
    .insertInto('registrationAssignments')
    .columns(['registrationId', 'operatorId', 'registeredAt', 'isOpen'])
    .expression((eb) =>
      eb
        .selectFrom('registrations')
        .select((r) => [
          'id',
          sql<string>`${operatorId}::uuid`.as('operatorId'),
          'createdAt',
          r.and([r('status', '<>', 'certificate_issued'), r('closedAt', 'is', null)]).as('isOpen'),
        ])
        .where('id', '=', oneOf(ids)),
    )
    .onConflict((on) => on.doNothing())
    .returning('registrationId')
    .execute();
  return inserted.map((row) => row.registrationId);
}

/** @throws AppError conflict when it is no longer this operator's */
async function moveAssignment(tx: Tx, id: string, from: string, to: string): Promise<void> {
  const moved = await tx
    .updateTable('registrationAssignments')
    .set({ operatorId: to })
    .where('registrationId', '=', id)
    .where('operatorId', '=', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) throw notAssigned();
}

/** @throws AppError conflict when it is no longer this operator's */
async function removeAssignment(tx: Tx, id: string, operatorId: string): Promise<void> {
  const removed = await tx
    .deleteFrom('registrationAssignments')
    .where('registrationId', '=', id)
    .where('operatorId', '=', operatorId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw notAssigned();
}

/** What was taken from them once is theirs, or nobody's any more. */
export async function forgetDropped(tx: Tx, operatorId: string, ids: readonly string[]): Promise<void> {
  const theirs = tx.deleteFrom('droppedAssignments').where('operatorId', '=', operatorId);
  await theirs.where('registrationId', '=', oneOf(ids)).execute();
}
