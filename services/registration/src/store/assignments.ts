import { AppError } from '@g2/terms/errors';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { decideUnassignment, notAssigned, takeRegistration } from '../domain/assignment.ts';
import { type Caller, type DecideRegistration, notFound } from '../domain/registration.ts';
import { changeIn, type Database, lockRegistration, recordDecision, type Tx } from '../store.ts';
import { anyOf } from './rows.ts';
import { nextInQueue } from './views.ts';

export type AccountState = { changes: number; releasing: boolean };

/** How often an account lost its staff role, and whether its assignments are still being released. */
export async function accountStateOf(db: Kysely<DB>, userId: string): Promise<AccountState> {
  const known = db.selectFrom('accountChanges').select(['changes', 'releasing']).where('userId', '=', userId);
  return (await known.executeTakeFirst()) ?? { changes: 0, releasing: false };
}

/** Serializes assignments to an account with changes of that account. */
export const lockAccount = async (tx: Tx, userId: string): Promise<void> =>
  void (await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`staff:${userId}`}, 0))`.execute(tx));

/** @param before account state before identity's report @throws AppError conflict if it changed, already-assigned */
export const assignOperator = (
  db: Database,
  id: string,
  operatorId: string,
  before: AccountState,
  decide: DecideRegistration,
): Promise<void> =>
  db.tx(async (tx) => {
    await lockUnchangedAccount(tx, operatorId, before);
    await changeAssignment(tx, id, decide);
  });

/** Locks the account. @returns false if it changed since `before` */
async function isUnchanged(tx: Tx, userId: string, before: AccountState): Promise<boolean> {
  await lockAccount(tx, userId);
  const now = await accountStateOf(tx, userId);
  return !now.releasing && now.changes === before.changes;
}

/** Locks the account. @throws AppError conflict if it changed since `before` */
export async function lockUnchangedAccount(tx: Tx, userId: string, before: AccountState): Promise<void> {
  if (!(await isUnchanged(tx, userId, before))) throw new AppError('conflict');
}

/** Assigns the longest-waiting unassigned registration; skips locked ones. @returns the id; null if nothing waits */
export async function takeNext(
  tx: Tx,
  caller: Caller,
  jurisdiction: string | undefined,
  before: AccountState,
): Promise<string | null> {
  await lockUnchangedAccount(tx, caller.id, before);
  for (;;) {
    const [id] = (await nextInQueue(caller.id, jurisdiction).execute(tx)).rows.map((row) => row.id);
    if (id === undefined) return null;
    const state = await lockRegistration(tx, id);
    // Another transaction changed this row before the lock. The next query no longer finds it.
    if (
      state === null ||
      state.assignedOperatorId !== null ||
      state.status !== 'paid' ||
      state.closure !== null
    )
      continue;
    await changeAssignment(tx, id, () => takeRegistration(state, caller, null));
    return id;
  }
}

/** Assigns an unassigned registration to the caller. @param before account state at last check; null: no assignment */
export async function changeAndAssign(
  tx: Tx,
  id: string,
  asker: Caller,
  before: AccountState | null,
  decide: DecideRegistration,
): Promise<void> {
  // The account is always locked before the row, to avoid deadlocks.
  const mayTake = before !== null && (await isUnchanged(tx, asker.id, before));
  await lockRow(tx, id);
  const next = await changeIn(tx, id, decide);
  if (mayTake && next.assignedOperatorId === null)
    await changeAssignment(tx, id, (state) => takeRegistration(state, asker, null));
}

/** The lock is a separate statement: one that waits for a lock reads other tables as they were before the wait. */
const lockRow = (tx: Tx, id: string): Promise<unknown> =>
  tx.selectFrom('registrations').select('id').where('id', '=', id).forUpdate().execute();

/** @param from expected operator; null: any @throws AppError not-found, conflict if unassigned, already-assigned */
export const unassignOperator = (db: Database, id: string, by: string, from: string | null): Promise<void> =>
  db.tx((tx) => changeAssignment(tx, id, (state) => decideUnassignment(state, by, from)));

/** Changes the assignment, compare-and-set on the current operator. The row of the registration does not change. */
async function changeAssignment(tx: Tx, id: string, decide: DecideRegistration): Promise<void> {
  await lockRow(tx, id);
  const state = await lockRegistration(tx, id);
  const decision = decide(state);
  if (!state) throw notFound();
  const [before, after] = [state.assignedOperatorId, decision.next.assignedOperatorId];
  if (before === after) return;
  if (after && before) await moveAssignment(tx, id, before, after);
  else if (before) await removeAssignment(tx, id, before);
  else if (after && (await insertAssignments(tx, [id], after)).length === 0)
    throw new AppError('already-assigned');
  if (after) await deleteDropped(tx, after, [id]);
  await recordDecision(tx, state, decision);
}

/** Assigns those of the registrations that are unassigned. @returns their ids */
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
        .where('id', '=', anyOf(ids)),
    )
    .onConflict((on) => on.doNothing())
    .returning('registrationId')
    .execute();
  return inserted.map((row) => row.registrationId);
}

/** @throws AppError conflict if the operator changed */
async function moveAssignment(tx: Tx, id: string, from: string, to: string): Promise<void> {
  const moved = await tx
    .updateTable('registrationAssignments')
    .set({ operatorId: to })
    .where('registrationId', '=', id)
    .where('operatorId', '=', from)
    .executeTakeFirst();
  if (moved.numUpdatedRows === 0n) throw notAssigned();
}

/** @throws AppError conflict if the operator changed */
async function removeAssignment(tx: Tx, id: string, operatorId: string): Promise<void> {
  const removed = await tx
    .deleteFrom('registrationAssignments')
    .where('registrationId', '=', id)
    .where('operatorId', '=', operatorId)
    .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw notAssigned();
}

export async function deleteDropped(tx: Tx, operatorId: string, ids: readonly string[]): Promise<void> {
  const theirs = tx.deleteFrom('droppedAssignments').where('operatorId', '=', operatorId);
  await theirs.where('registrationId', '=', anyOf(ids)).execute();
}
