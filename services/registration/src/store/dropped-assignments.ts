import { deleteInBatches } from '@g2/kit/housekeeping';
import { emit } from '@g2/kit/outbox';
import { type PageBounds, planPageRead } from '@g2/terms/pages';
import { assignmentsDroppedEvent, toAuditEvent, toEvents } from '../announce.ts';
import { isAssignedToColleague, restoreAssignment } from '../domain/assignment.ts';
import { operatorAct } from '../domain/audit-acts.ts';
import type { Registration } from '../domain/registration.ts';
import type { Database, Tx } from '../store.ts';
import { type AccountState, deleteDropped, insertAssignments, lockUnchangedAccount } from './assignments.ts';
import { cappedTotal } from './pages.ts';
import { anyOf, selectRegistrations, toRegistration } from './rows.ts';

/** Assignments per transaction. */
const BATCH = 200;
/** How long dropped assignments can be restored, ms. */
const RETENTION_MS = 180 * 86_400_000;

/** Unassigns a batch of open registrations of former staff (api-rules R9). @returns true if there may be more */
export const releaseAssignments = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const account = await tx
      .selectFrom('accountChanges')
      .select(['userId', 'erasingSince'])
      .where((eb) => eb.ref('releasing'))
      .orderBy('userId')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst();
    if (!account) return false;
    const { userId: operatorId } = account;
    const registrationIds = await deleteBatch(tx, operatorId);
    if (registrationIds.length === 0) return endRelease(tx, operatorId);
    // Assignments of a deleted account are not recorded, since they are never restored.
    if (account.erasingSince === null)
      await tx
        .insertInto('droppedAssignments')
        .values(registrationIds.map((registrationId) => ({ operatorId, registrationId, droppedAt: now })))
        .onConflict((on) => on.columns(['operatorId', 'registrationId']).doUpdateSet({ droppedAt: now }))
        .execute();
    const act = operatorAct(operatorId, 'assignments-dropped', null, registrationIds.length);
    await emit(tx, [assignmentsDroppedEvent(operatorId, registrationIds), toAuditEvent(act)]);
    return true;
  });

async function deleteBatch(tx: Tx, operatorId: string): Promise<string[]> {
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

/** Ends the release, unless locked assignments are left for the next run. @returns true if none is left */
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

/** Dropped assignments, newest first, with each registration's current operator. `free`: how many are unassigned. */
export async function listDropped(db: Database, operatorId: string, bounds: PageBounds) {
  const all = db
    .selectFrom('droppedAssignments as d')
    .innerJoin('registrations as r', 'r.id', 'd.registrationId')
    .leftJoin('registrationAssignments as a', 'a.registrationId', 'd.registrationId')
    .where('d.operatorId', '=', operatorId);
  const total = await cappedTotal(db, all);
  const free = await cappedTotal(db, all.where('a.operatorId', 'is', null));
  const { limit, offset, fromEnd } = await planPageRead(bounds, async () => total);
  const direction = fromEnd ? 'asc' : 'desc';
  const rows = await all
    .select(['r.id', 'r.title', 'r.status', 'd.droppedAt', 'a.operatorId'])
    .orderBy('d.droppedAt', direction)
    .orderBy('d.registrationId', direction)
    .limit(limit)
    .offset(offset)
    .execute();
  return { items: fromEnd ? rows.toReversed() : rows, ...total, free: free.total };
}

/** Result of restoring a batch; `last` is the cursor for the next batch. */
export type RestoredAssignments = { restored: number; kept: number; last: string };

/**
 * Restores a batch of assignments to an operator whom identity reported as active after `before` was read.
 * Assignments to other operators do not change.
 * @param after cursor; empty for the first batch @returns null if nothing is left @throws AppError conflict
 */
export const restoreBatch = (
  db: Database,
  operatorId: string,
  by: string,
  before: AccountState,
  after: string,
): Promise<RestoredAssignments | null> =>
  db.tx(async (tx) => {
    // The account lock also serializes concurrent restores.
    await lockUnchangedAccount(tx, operatorId, before);
    const ids = await nextDropped(tx, operatorId, after);
    const last = ids.at(-1);
    if (last === undefined) return null;
    const states = await lockAll(tx, ids);
    const decided = states.flatMap((state) => restoreAssignment(state, operatorId, by) ?? []);
    const wanted = decided.map(({ next }) => next.id);
    const given = new Set(await insertAssignments(tx, wanted, operatorId));
    const kept = new Set(
      states.filter((state) => isAssignedToColleague(state, operatorId)).map(({ id }) => id),
    );
    // Also deletes the records of registrations that were already restored, finished or deleted.
    await deleteDropped(
      tx,
      operatorId,
      ids.filter((id) => !kept.has(id)),
    );
    if (given.size > 0) {
      const act = operatorAct(operatorId, 'assignments-restored', by, given.size);
      const changed = decided.filter(({ next }) => given.has(next.id));
      await emit(tx, [...changed.flatMap((one) => toEvents(one.next, one)), toAuditEvent(act)]);
    }
    return { restored: given.size, kept: kept.size, last };
  });

async function nextDropped(tx: Tx, operatorId: string, after: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('droppedAssignments')
    .select('registrationId')
    .where('operatorId', '=', operatorId)
    .$if(after !== '', (theirs) => theirs.where('registrationId', '>', after))
    .orderBy('registrationId')
    .limit(BATCH)
    .execute();
  return rows.map((row) => row.registrationId);
}

/** Locks the rows in id order, then reads them in a second statement (see lockRow for the reason). */
async function lockAll(tx: Tx, ids: readonly string[]): Promise<Registration[]> {
  await tx
    .selectFrom('registrations')
    .select('id')
    .where('id', '=', anyOf(ids))
    .orderBy('id')
    .forUpdate()
    .execute();
  return (await selectRegistrations(tx).where('r.id', '=', anyOf(ids)).execute()).map(toRegistration);
}

export const sweepDropped = (db: Database, now: Date, signal: AbortSignal): Promise<number> =>
  deleteInBatches(
    db.pool,
    {
      table: 'dropped_assignments',
      key: 'operator_id, registration_id',
      where: 'dropped_at < $1',
      values: [new Date(now.getTime() - RETENTION_MS)],
    },
    signal,
  );
