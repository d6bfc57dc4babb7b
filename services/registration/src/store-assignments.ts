import { emit } from '@g2/kit/outbox';
import { AppError } from '@g2/terms/errors';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { assignmentsDropped } from './announce.ts';
import { assign, notAssigned, unassign } from './domain/assignment.ts';
import { type Decided, notFound, type Registration } from './domain/registration.ts';
import { type Database, lock, record, type Tx } from './store.ts';

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
 * @throws AppError not-found, already-assigned, own-registration, conflict
 */
export const assignOperator = (db: Database, id: string, operatorId: string, before: Heard): Promise<void> =>
  db.tx(async (tx) => {
    await holdAccount(tx, operatorId);
    const now = await heardOf(tx, operatorId);
    if (now.releasing || now.changes !== before.changes) throw new AppError('conflict');
    await reassign(tx, id, (state) => assign(state, operatorId));
  });

/** @throws AppError not-found, conflict when nobody is assigned */
export const unassignOperator = (db: Database, id: string): Promise<void> =>
  db.tx((tx) => reassign(tx, id, unassign));

/** Changes who works on a registration, whose own row stays as it is; compare-and-set on who did. */
async function reassign(tx: Tx, id: string, decide: (state: Registration | null) => Decided): Promise<void> {
  const state = await lock(tx, id);
  const decision = decide(state);
  if (!state) throw notFound();
  const [before, after] = [state.assignedOperatorId, decision.next.assignedOperatorId];
  if (after) await addAssignment(tx, id, after);
  else if (before) await removeAssignment(tx, id, before);
  await record(tx, state, decision);
}

/** @throws AppError already-assigned */
async function addAssignment(tx: Tx, id: string, operatorId: string): Promise<void> {
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
          r('status', '<>', 'certificate_issued').as('isOpen'),
        ])
        .where('id', '=', id),
    )
    .onConflict((on) => on.doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows === 0n) throw new AppError('already-assigned');
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

/** Assignments taken back in one transaction, and told in one event. */
const BATCH = 200;

/**
 * Takes back a batch of the open assignments of somebody who is staff no longer (contract rule 9). Replicas take
 * different accounts; nobody who works on a registration waits for it.
 * @returns true when there may be more
 */
export const releaseAssignments = (db: Database): Promise<boolean> =>
  db.tx(async (tx) => {
    const account = await tx
      .selectFrom('accountChanges')
      .select('userId')
      .where((eb) => eb.ref('releasing'))
      .orderBy('userId')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!account) return false;
    const { userId: operatorId } = account;
    const registrationIds = await takeBack(tx, operatorId);
    if (registrationIds.length === 0) return endRelease(tx, operatorId);
    await emit(tx, [assignmentsDropped(operatorId, registrationIds)]);
    return true;
  });

/** @returns the registrations of the batch */
async function takeBack(tx: Tx, operatorId: string): Promise<string[]> {
  const rows = await tx
    .deleteFrom('registrationAssignments')
    .where('registrationId', 'in', (eb) =>
      eb
        .selectFrom('registrationAssignments')
        .select('registrationId')
        .where('operatorId', '=', operatorId)
        .where((eb) => eb.ref('isOpen'))
        .orderBy('registrationId')
        .limit(BATCH)
        .forUpdate()
        .skipLocked(),
    )
    .returning('registrationId')
    .execute();
  return rows.map((row) => row.registrationId);
}

/** Nothing left to take, unless somebody held it: that is for the next turn. @returns true when it was the end */
async function endRelease(tx: Tx, operatorId: string): Promise<boolean> {
  const held = await tx
    .selectFrom('registrationAssignments')
    .select('registrationId')
    .where('operatorId', '=', operatorId)
    .where((eb) => eb.ref('isOpen'))
    .limit(1)
    .executeTakeFirst();
  if (held) return false;
  await tx.updateTable('accountChanges').set({ releasing: false }).where('userId', '=', operatorId).execute();
  return true;
}
