import { eraseTexts } from '@g2/kit/event-texts';
import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { type SqlBool, sql } from 'kysely';
import { paymentEvents } from '../announce.ts';
import type { Decided } from '../domain/decision.ts';
import { postAll } from '../ledger/store.ts';
import {
  followTask,
  type RetryDelays,
  restartsTask,
  type ScheduleContext,
  taskOfPayment,
} from '../schedule.ts';
import { anyUuid, changedColumns, type Database, type Tx } from '../store.ts';
import { scheduleTask } from '../store-schedule.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { withStanding } from './domain/standing.ts';

// Literals instead of parameters, so that PostgreSQL can use the partial indexes.
const IS_LIVE = sql<SqlBool>`status IN ('open', 'captured', 'settled')`;
const IS_UNFINISHED = sql<SqlBool>`status IN ('open', 'captured', 'giving_back')`;
const IS_CREDIT_PAYMENT = sql<SqlBool>`method = 'credits' AND status IN ('captured', 'settled')`;

/** Inserts the attempt and its schedule; false when the registration has a live attempt (api-rules R6). */
export async function insertPayment(
  tx: Tx,
  payment: RegistrationPayment,
  waits: RetryDelays,
): Promise<boolean> {
  const inserted = await tx
    .insertInto('registrationPayments')
    .values(payment)
    .onConflict((on) => on.column('registrationId').where(IS_LIVE).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  const work = taskOfPayment(payment, waits);
  if (work) await scheduleTask(tx, payment.id, work, payment.createdAt);
  return true;
}

export async function emitDecision(
  tx: Tx,
  decided: Decided<RegistrationPayment>,
  now: Date,
  saved = decided.next,
): Promise<void> {
  await postAll(tx, decided.entries, now);
  await emit(tx, paymentEvents(saved, decided));
}

export async function savePayment(
  tx: Tx,
  before: RegistrationPayment,
  change: Decided<RegistrationPayment>,
  { now, waits }: ScheduleContext,
): Promise<RegistrationPayment> {
  const decided = withStanding(before, change, now);
  const { next } = decided;
  const changes = changedColumns(before, next);
  const saved = changes ? await updatePayment(tx, next, changes) : before;
  if (restartsTask(before, next, waits)) await scheduleTask(tx, next.id, taskOfPayment(next, waits), now);
  if (decided.facts.some(({ kind }) => kind === 'flag-changed'))
    await scheduleTask(tx, next.id, followTask(waits), now);
  await emitDecision(tx, decided, now, saved);
  return saved;
}

async function updatePayment(
  tx: Tx,
  payment: RegistrationPayment,
  changes: Partial<RegistrationPayment>,
): Promise<RegistrationPayment> {
  const version = payment.version + 1;
  await tx
    .updateTable('registrationPayments')
    .set({ ...changes, version })
    .where('id', '=', payment.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...payment, version };
}

const payments = (db: Database | Tx) => db.selectFrom('registrationPayments').selectAll();

export const lockPayment = async (tx: Tx, id: string): Promise<RegistrationPayment | undefined> =>
  isUuid(id) ? payments(tx).where('id', '=', id).forUpdate().executeTakeFirst() : undefined;

export const lockPaymentOfIntent = (tx: Tx, intentId: string): Promise<RegistrationPayment | undefined> =>
  payments(tx).where('stripePaymentIntentId', '=', intentId).forUpdate().executeTakeFirst();

/** Locks the registration's live attempt: open, captured or settled. */
export const lockLivePayment = (tx: Tx, registrationId: string): Promise<RegistrationPayment | undefined> =>
  payments(tx).where('registrationId', '=', registrationId).where(IS_LIVE).forUpdate().executeTakeFirst();

export const findPayment = async (db: Database, id: string): Promise<RegistrationPayment | undefined> =>
  isUuid(id) ? payments(db).where('id', '=', id).executeTakeFirst() : undefined;

export const findLivePayment = (
  db: Database,
  registrationId: string,
): Promise<RegistrationPayment | undefined> =>
  payments(db).where('registrationId', '=', registrationId).where(IS_LIVE).executeTakeFirst();

export const findSettledPayment = (
  db: Database,
  registrationId: string,
): Promise<RegistrationPayment | undefined> =>
  payments(db)
    .where('registrationId', '=', registrationId)
    .where('status', '=', 'settled')
    .executeTakeFirst();

export const findPaymentOfIntent = (
  db: Database,
  intentId: string,
): Promise<RegistrationPayment | undefined> =>
  payments(db).where('stripePaymentIntentId', '=', intentId).executeTakeFirst();

/** More open codes than one user can have. */
const MAX_OPEN_VOUCHERS = 50;

export const listOpenVouchers = (db: Database, userId: string): Promise<RegistrationPayment[]> =>
  payments(db)
    .where('userId', '=', userId)
    .where(IS_LIVE)
    .where('status', '=', 'open')
    .where('voucherExpiresAt', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_OPEN_VOUCHERS)
    .execute();

/** More payments than the credits of the largest purchase can pay. */
const MAX_CREDIT_PAYMENTS = 200;

/** Locks a user's payments with credits since a time, newest first. Lock order: payments, then account. */
export const lockCreditPayments = (tx: Tx, userId: string, since: Date): Promise<RegistrationPayment[]> =>
  payments(tx)
    .where('userId', '=', userId)
    .where(IS_CREDIT_PAYMENT)
    .where('capturedAt', '>=', since)
    .orderBy('capturedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_CREDIT_PAYMENTS)
    .forUpdate()
    .execute();

/** Users with an unfinished attempt or a pending purchase since `since`. A code's purchase is dated by its expiry. */
export async function usersWithOpenPayments(
  db: Database,
  userIds: string[],
  since: Date,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('registrationPayments')
    .select('userId')
    .where('userId', '=', anyUuid(userIds))
    .where(IS_UNFINISHED)
    .union(
      db
        .selectFrom('creditPurchases')
        .select('userId')
        .where('userId', '=', anyUuid(userIds))
        .where('status', '=', 'pending')
        .where((row) => row.fn.coalesce('voucherExpiresAt', 'createdAt'), '>', since),
    )
    .execute();
  return new Set(rows.map((row) => row.userId));
}

/** Erases a deleted registration's title from events and from attempts that captured no money. */
export async function eraseTitle(tx: Tx, registrationId: string): Promise<void> {
  await eraseTexts(tx, 'registrationId', [registrationId]);
  await tx
    .updateTable('registrationPayments')
    .set({ title: '' })
    .where('registrationId', '=', registrationId)
    .where('capturedAt', 'is', null)
    .execute();
}
