import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { type Db, openDb } from '@g2/kit/store';
import { AppError } from '@g2/terms/errors';
import { type Prisma, PrismaClient } from '#prisma';
import { announce } from './announce.ts';
import { type Decision, notFound, type Registration } from './domain/registration.ts';
import { COLUMNS, type RegistrationRow, toColumns, toRegistration } from './store-rows.ts';

export type Transaction = Prisma.TransactionClient;
export type Database = Db<PrismaClient, Transaction>;

export const openDatabase = (url: string, poolSize: number): Database =>
  openDb<PrismaClient, Transaction>(url, poolSize, (adapter) => new PrismaClient({ adapter }));

/** Takes a registration's row for the rest of the transaction; null when there is none. */
export async function lock(tx: Transaction, id: string): Promise<Registration | null> {
  const rows = await tx.$queryRawUnsafe<RegistrationRow[]>(
    `SELECT ${COLUMNS} FROM registrations r WHERE r.id = $1::uuid FOR UPDATE`,
    id,
  );
  return rows[0] ? toRegistration(rows[0]) : null;
}

/**
 * The one way a registration changes: the command decides on the state, and row, history and outbox follow in this
 * transaction. The write is compare-and-set on the status and version that were read (contract rule 1).
 * @returns the state after it
 */
export async function changeIn(
  tx: Transaction,
  id: string,
  decide: (state: Registration | null) => Decision,
): Promise<Registration> {
  const state = await lock(tx, id);
  const decision = decide(state);
  if (!state) throw notFound();
  return save(tx, state, decision);
}

/** A change in a transaction of its own. */
export const change = (
  db: Database,
  id: string,
  decide: (state: Registration | null) => Decision,
): Promise<Registration> => db.tx((tx) => changeIn(tx, id, decide));

/** @throws AppError conflict when the row is no longer the state that was decided on */
export async function save(tx: Transaction, state: Registration, decision: Decision): Promise<Registration> {
  let next = state;
  if (decision.next !== state) {
    next = { ...decision.next, version: state.version + 1 };
    const written = await tx.registration.updateMany({
      where: { id: state.id, status: state.status, version: state.version },
      // Long texts that stay are not written again.
      data: {
        ...(next.details === state.details ? {} : next.details),
        ...toColumns(next),
        version: next.version,
      },
    });
    if (written.count === 0) throw new AppError('conflict');
    if (next.status === 'certificate_issued') await closeAssignment(tx, next.id);
  }
  await record(tx, next, decision);
  return next;
}

/** The work is done: its operator's name stays, and weighs on nobody's load. */
const closeAssignment = (tx: Transaction, registrationId: string) =>
  tx.assignment.updateMany({ where: { registrationId }, data: { isOpen: false } });

/** A registration's first row. */
export async function insert(tx: Transaction, decision: Decision): Promise<Registration> {
  const { next } = decision;
  await tx.registration.create({
    data: {
      ...next.details,
      ...toColumns(next),
      id: next.id,
      userId: next.userId,
      paymentAmount: BigInt(next.paymentAmount),
      createdAt: next.createdAt,
    },
  });
  await record(tx, next, decision);
  return next;
}

/** History, note and events of a decision. */
export async function record(tx: Transaction, next: Registration, decision: Decision): Promise<void> {
  const { step, note } = decision;
  if (step) {
    await tx.statusHistory.create({
      data: {
        id: newId(),
        registrationId: next.id,
        fromStatus: step.from,
        toStatus: step.to,
        changedBy: step.by,
        reason: step.reason,
        notes: step.notes,
        createdAt: step.at,
      },
    });
  }
  if (note) {
    await tx.internalNote.create({
      data: {
        id: newId(),
        registrationId: next.id,
        text: note.text,
        authorId: note.authorId,
        createdAt: note.at,
      },
    });
  }
  await emit(tx, announce(next, decision));
}

/** Deletes a registration the domain let go; its holders, history and notes go with it. */
export const remove = (
  db: Database,
  id: string,
  decide: (state: Registration | null) => Decision['facts'],
): Promise<void> =>
  db.tx(async (tx) => {
    const state = await lock(tx, id);
    const facts = decide(state);
    if (!state) throw notFound();
    await tx.registration.delete({ where: { id: state.id } });
    await emit(tx, announce({ ...state, version: state.version + 1 }, { next: state, facts }));
  });
