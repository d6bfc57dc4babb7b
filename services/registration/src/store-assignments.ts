import { event } from '@g2/kit/events';
import { emit } from '@g2/kit/outbox';
import { facts } from '@g2/proto/facts';
import { AppError } from '@g2/terms/errors';
import { assign, notAssigned, unassign } from './domain/assignment.ts';
import { type Decision, notFound, type Registration } from './domain/registration.ts';
import { type Database, lock, record, type Transaction } from './store.ts';

/** What was heard of an account so far, as far as an assignment must know it. */
export type Heard = { changes: number; releasing: boolean };

/** How many times an account was told to be staff no longer, and whether that is still being carried out. */
export async function heardOf(at: Pick<Transaction, 'accountChange'>, userId: string): Promise<Heard> {
  const row = await at.accountChange.findUnique({ where: { userId } });
  return { changes: row?.changes ?? 0, releasing: row?.releasing ?? false };
}

/** Assignments to one account, and what is heard of it, go one after another. */
export const holdAccount = (tx: Transaction, userId: string): Promise<number> =>
  tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended('staff:' || $1, 0))", userId);

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
async function reassign(
  tx: Transaction,
  id: string,
  decide: (state: Registration | null) => Decision,
): Promise<void> {
  const state = await lock(tx, id);
  const decision = decide(state);
  if (!state) throw notFound();
  const operatorId = decision.next.assignedOperatorId;
  if (operatorId) {
    const inserted = await tx.$executeRawUnsafe(
      `INSERT INTO registration_assignments (registration_id, operator_id, registered_at, is_open)
       SELECT id, $2::uuid, created_at, status <> 'certificate_issued' FROM registrations WHERE id = $1::uuid
       ON CONFLICT DO NOTHING`,
      id,
      operatorId,
    );
    if (inserted === 0) throw new AppError('already-assigned');
  } else {
    const { count } = await tx.assignment.deleteMany({
      where: { registrationId: id, operatorId: state.assignedOperatorId ?? '' },
    });
    if (count === 0) throw notAssigned();
  }
  await record(tx, state, decision);
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
    const [account] = await tx.$queryRawUnsafe<{ user_id: string }[]>(
      'SELECT user_id FROM account_changes WHERE releasing ORDER BY user_id LIMIT 1 FOR UPDATE SKIP LOCKED',
    );
    if (!account) return false;
    const { user_id: operatorId } = account;
    const rows = await tx.$queryRawUnsafe<{ registration_id: string }[]>(
      `DELETE FROM registration_assignments WHERE registration_id IN (
         SELECT registration_id FROM registration_assignments WHERE operator_id = $1::uuid AND is_open
         ORDER BY registration_id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) RETURNING registration_id`,
      operatorId,
    );
    if (rows.length === 0) return endRelease(tx, operatorId);
    const registrationIds = rows.map((row) => row.registration_id);
    await emit(tx, [event(facts.assignmentsDropped, operatorId, 0, { operatorId, registrationIds })]);
    return true;
  });

/** Nothing left to take, unless somebody held it: that is for the next turn. @returns true when it was the end */
async function endRelease(tx: Transaction, operatorId: string): Promise<boolean> {
  const held = await tx.assignment.findFirst({ where: { operatorId, isOpen: true } });
  if (held) return false;
  await tx.accountChange.update({ where: { userId: operatorId }, data: { releasing: false } });
  return true;
}
