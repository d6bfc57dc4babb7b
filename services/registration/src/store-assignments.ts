import { AppError } from '@g2/kit/errors';
import { type Delivery, event, facts } from '@g2/kit/events';
import { firstTime } from '@g2/kit/inbox';
import { emit } from '@g2/kit/outbox';
import { assign } from './domain/assignment.ts';
import type { Registration } from './domain/registration.ts';
import { changeIn, type Database, type Transaction } from './store.ts';

/** How many times an account was told to be staff no longer. */
export async function staffChanges(db: Pick<Database, 'prisma'>, userId: string): Promise<number> {
  const row = await db.prisma.staffChange.findUnique({ where: { userId } });
  return row?.changes ?? 0;
}

/** Assignments to one account, and its end as staff, go one after another. */
const hold = (tx: Transaction, userId: string): Promise<number> =>
  tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended('staff:' || $1, 0))", userId);

/**
 * Assigns an operator whom identity called active after `changesBefore` was read. Told since that they are staff no
 * longer, that answer is stale and the assignment would stay for ever: refused.
 * @throws AppError not-found, already-assigned, own-registration, conflict
 */
export const assignOperator = (
  db: Database,
  id: string,
  operatorId: string,
  changesBefore: number,
): Promise<Registration> =>
  db.tx(async (tx) => {
    await hold(tx, operatorId);
    const row = await tx.staffChange.findUnique({ where: { userId: operatorId } });
    if ((row?.changes ?? 0) !== changesBefore) throw new AppError('conflict');
    return changeIn(tx, id, (state) => assign(state, operatorId));
  });

/** An account is staff no longer: it loses its assignments (contract rule 9). */
export const dropAssignments = (db: Database, delivery: Delivery, userId: string): Promise<void> =>
  db.tx(async (tx) => {
    if (!(await firstTime(tx, delivery))) return;
    await hold(tx, userId);
    await tx.staffChange.upsert({
      where: { userId },
      create: { userId, changes: 1 },
      update: { changes: { increment: 1 } },
    });
    const rows = await tx.$queryRawUnsafe<{ id: string; version: number }[]>(
      `UPDATE registrations SET assigned_operator_id = NULL, version = version + 1
       WHERE id IN (SELECT id FROM registrations WHERE assigned_operator_id = $1::uuid ORDER BY id FOR UPDATE)
       RETURNING id, version`,
      userId,
    );
    const changed = rows.map(({ id, version }) =>
      event(facts.assignmentChanged, id, version, { registrationId: id, operatorId: undefined }),
    );
    await emit(tx, changed);
  });
