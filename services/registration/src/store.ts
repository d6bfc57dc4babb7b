import { Database as KitDatabase } from '@g2/kit/database';
import { eraseTexts } from '@g2/kit/event-texts';
import { isUniqueViolation } from '@g2/kit/failure-class';
import { newId } from '@g2/kit/ids';
import { emit, outboxInsert } from '@g2/kit/outbox';
import type { Act } from '@g2/terms/acts';
import { AppError } from '@g2/terms/errors';
import { sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import { toAuditEvent, toEvents } from './announce.ts';
import {
  type DecideRegistration,
  type Note,
  notFound,
  type Registration,
  type RegistrationDecision,
  type StatusChange,
} from './domain/registration.ts';
import { saveSnapshot } from './store/corrections.ts';
import { countUses } from './store/reasons.ts';
import { anyOf, lineageColumns, selectRegistrations, toColumns, toRegistration } from './store/rows.ts';

export type Database = KitDatabase<DB>;
export type Tx = Transaction<DB>;

const PAID_HASH_KEY = 'registrations_taken_sha256_key';

/** The pool connects at the first query. */
export const openStore = (config: { DATABASE_URL: string; DATABASE_POOL: number }): Database =>
  new KitDatabase<DB>(config.DATABASE_URL, config.DATABASE_POOL);

/** Locks the row for the transaction; null if there is none. */
export async function lockRegistration(tx: Tx, id: string): Promise<Registration | null> {
  const row = await selectRegistrations(tx).where('r.id', '=', id).forUpdate().executeTakeFirst();
  return row ? toRegistration(row) : null;
}

/** The only way to change a registration: one transaction, compare-and-set on status and version (api-rules R1). */
export async function changeIn(tx: Tx, id: string, decide: DecideRegistration): Promise<Registration> {
  const state = await lockRegistration(tx, id);
  const decision = decide(state);
  if (!state) throw notFound();
  return saveRegistration(tx, state, decision);
}

/** Retries once with `fileTaken` if these bytes were paid first elsewhere. @param work must read with `lockIn` */
export async function retryIfFileTaken<Result>(
  db: Database,
  work: (tx: Tx, lockIn: typeof lockRegistration) => Promise<Result>,
): Promise<Result> {
  try {
    return await db.tx((tx) => work(tx, lockRegistration));
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'file-taken')) throw error;
  }
  return db.tx((tx) =>
    work(tx, async (inTx, id) => {
      const state = await lockRegistration(inTx, id);
      return state && { ...state, fileTaken: true };
    }),
  );
}

export const changeRegistration = (
  db: Database,
  id: string,
  decide: DecideRegistration,
): Promise<Registration> => db.tx((tx) => changeIn(tx, id, decide));

/** One statement saves round trips. @throws AppError conflict if the row changed, file-taken (unique index) */
export async function saveRegistration(
  tx: Tx,
  state: Registration,
  decision: RegistrationDecision,
): Promise<Registration> {
  if (decision.next === state) {
    await recordDecision(tx, state, decision);
    return state;
  }
  const next = { ...decision.next, version: state.version + 1 };
  // Unchanged details, which include long texts, are not rewritten.
  const details = next.details === state.details ? {} : next.details;
  const { step, note, reasonIds = [] } = decision;
  const written = await tx
    .with('it is published', () => sql<object>`(${outboxInsert(tx, toEvents(next, decision))})`)
    .with('line', () => (step ? lineInsert(tx, next.id, step) : sql<object>`(SELECT)`))
    .updateTable('registrations')
    .set({ ...details, ...toColumns(next), version: next.version })
    .where('id', '=', state.id)
    .where('status', '=', state.status)
    .where('version', '=', state.version)
    .executeTakeFirst()
    .catch((error: unknown) => {
      throw isUniqueViolation(error, PAID_HASH_KEY) ? new AppError('file-taken', {}, error) : error;
    });
  if (written.numUpdatedRows === 0n) throw new AppError('conflict');
  if (note) await noteInsert(tx, next.id, note).execute();
  const isDone = next.status === 'certificate_issued' || next.closure !== null;
  if (isDone) {
    await setAssignmentOpen(tx, next.id, false);
    await deleteDroppedOf(tx, [next.id]);
  } else if (state.closure !== null) await setAssignmentOpen(tx, next.id, true);
  if (next.correctionsAskedAt !== state.correctionsAskedAt) await saveSnapshot(tx, state, next);
  if (reasonIds.length > 0) await countUses(tx, next.id, next.statusUpdatedAt, reasonIds);
  return next;
}

/** The assignment remains after the case ends, to name its operator. Only open assignments count as load. */
const setAssignmentOpen = (tx: Tx, registrationId: string, isOpen: boolean) =>
  tx
    .updateTable('registrationAssignments')
    .set({ isOpen })
    .where('registrationId', '=', registrationId)
    .execute();

/** Deletes dropped assignments of finished or deleted registrations, since they cannot be restored. */
export async function deleteDroppedOf(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.deleteFrom('droppedAssignments').where('registrationId', '=', anyOf(ids)).execute();
}

export async function insertRegistration(tx: Tx, decision: RegistrationDecision): Promise<Registration> {
  const { next } = decision;
  const { id, userId, details, paymentAmount, createdAt, lineage } = next;
  const row = { id, userId, paymentAmount, createdAt, ...details, ...toColumns(next) };
  await tx
    .insertInto('registrations')
    .values({ ...row, ...lineageColumns(lineage) })
    .execute();
  await recordDecision(tx, next, decision);
  return next;
}

export async function recordDecision(
  tx: Tx,
  next: Registration,
  decision: RegistrationDecision,
): Promise<void> {
  const { step, note } = decision;
  if (step) await lineInsert(tx, next.id, step).execute();
  if (note) await noteInsert(tx, next.id, note).execute();
  await emit(tx, toEvents(next, decision));
}

const lineInsert = (tx: Tx, registrationId: string, step: StatusChange) => {
  const { from: fromStatus, to: toStatus, by: changedBy, reason, notes, at: createdAt } = step;
  const line = { fromStatus, toStatus, changedBy, reason, notes, createdAt };
  return tx.insertInto('registrationStatusHistory').values({ id: newId(), registrationId, ...line });
};

const noteInsert = (tx: Tx, registrationId: string, { text, authorId, at: createdAt }: Note) =>
  tx.insertInto('internalNotes').values({ id: newId(), registrationId, text, authorId, createdAt });

/** Emits an audit entry for an act that changes no row of this database. */
export const emitAuditAct = (db: Database, act: Act): Promise<void> =>
  db.tx((tx) => emit(tx, [toAuditEvent(act)]));

/** Holders, history and notes are deleted by cascade. */
export const deleteRegistration = (db: Database, id: string, decide: DecideRegistration): Promise<void> =>
  db.tx(async (tx) => {
    const decided = decide(await lockRegistration(tx, id));
    await tx.deleteFrom('registrations').where('id', '=', decided.next.id).execute();
    await deleteDroppedOf(tx, [decided.next.id]);
    await eraseTexts(tx, 'registrationId', [decided.next.id]);
    await emit(tx, toEvents(decided.next, decided));
  });
