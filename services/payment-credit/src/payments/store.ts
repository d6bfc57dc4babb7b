import { eraseTexts } from '@g2/kit/event-texts';
import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { type SqlBool, sql } from 'kysely';
import { announcePayment } from '../announce.ts';
import type { Decided } from '../domain/decision.ts';
import { postAll } from '../ledger/store.ts';
import { changesWork, followWork, paymentWork, type Waits, type When } from '../schedule.ts';
import { anyId, type Database, same, type Tx } from '../store.ts';
import { schedule } from '../store-due.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { followStanding } from './domain/standing.ts';

// Literals, so that the partial indexes match.
const LIVE = sql<SqlBool>`status IN ('open', 'captured', 'settled')`;
const UNENDED = sql<SqlBool>`status IN ('open', 'captured', 'giving_back')`;
const SPENT = sql<SqlBool>`method = 'credits' AND status IN ('captured', 'settled')`;

/** Inserts the attempt and its schedule; false when the registration has a live attempt (api-rules R6). */
export async function insertPayment(tx: Tx, it: RegistrationPayment, waits: Waits): Promise<boolean> {
  const inserted = await tx
    .insertInto('registrationPayments')
    .values(it)
    .onConflict((on) => on.column('registrationId').where(LIVE).doNothing())
    .executeTakeFirst();
  if (inserted.numInsertedOrUpdatedRows !== 1n) return false;
  const work = paymentWork(it, waits);
  if (work) await schedule(tx, it.id, work, it.createdAt);
  return true;
}

/** Writes the ledger entries and events of a decision. */
export async function followPayment(
  tx: Tx,
  decided: Decided<RegistrationPayment>,
  now: Date,
  saved = decided.next,
): Promise<void> {
  await postAll(tx, decided.entries, now);
  await emit(tx, announcePayment(saved, decided));
}

export async function savePayment(
  tx: Tx,
  before: RegistrationPayment,
  change: Decided<RegistrationPayment>,
  { now, waits }: When,
): Promise<RegistrationPayment> {
  const decided = followStanding(before, change, now);
  const { next } = decided;
  const saved = same(before, next) ? before : await updatePayment(tx, next);
  if (changesWork(before, next, waits)) await schedule(tx, next.id, paymentWork(next, waits), now);
  if (decided.facts.some(({ kind }) => kind === 'flag-changed'))
    await schedule(tx, next.id, followWork(waits), now);
  await followPayment(tx, decided, now, saved);
  return saved;
}

async function updatePayment(tx: Tx, it: RegistrationPayment): Promise<RegistrationPayment> {
  const version = it.version + 1;
  await tx
    .updateTable('registrationPayments')
    .set({
      status: it.status,
      title: it.title,
      stripePaymentIntentId: it.stripePaymentIntentId,
      stripeStatus: it.stripeStatus,
      refundedAmount: it.refundedAmount,
      flag: it.flag,
      reason: it.reason,
      capturedAt: it.capturedAt,
      settledAt: it.settledAt,
      version,
      refundAttempt: it.refundAttempt,
      declineCode: it.declineCode,
      declineMessage: it.declineMessage,
      voucherExpiresAt: it.voucherExpiresAt,
      refundState: it.refundState,
      disputeState: it.disputeState,
      disputeDueBy: it.disputeDueBy,
      closedAt: it.closedAt,
    })
    .where('id', '=', it.id)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { ...it, version };
}

const payments = (db: Database | Tx) => db.selectFrom('registrationPayments').selectAll();

export const lockPayment = async (tx: Tx, id: string): Promise<RegistrationPayment | undefined> =>
  isUuid(id) ? payments(tx).where('id', '=', id).forUpdate().executeTakeFirst() : undefined;

export const lockPaymentOfIntent = (tx: Tx, intentId: string): Promise<RegistrationPayment | undefined> =>
  payments(tx).where('stripePaymentIntentId', '=', intentId).forUpdate().executeTakeFirst();

/** Locks the registration's open or succeeded attempt. */
export const lockLivePayment = (tx: Tx, registrationId: string): Promise<RegistrationPayment | undefined> =>
  payments(tx).where('registrationId', '=', registrationId).where(LIVE).forUpdate().executeTakeFirst();

export const findPayment = async (db: Database, id: string): Promise<RegistrationPayment | undefined> =>
  isUuid(id) ? payments(db).where('id', '=', id).executeTakeFirst() : undefined;

export const findLivePayment = (
  db: Database,
  registrationId: string,
): Promise<RegistrationPayment | undefined> =>
  payments(db).where('registrationId', '=', registrationId).where(LIVE).executeTakeFirst();

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

/** More codes than one user can have open. */
const MOST_SHOWN = 50;

export const listShown = (db: Database, userId: string): Promise<RegistrationPayment[]> =>
  payments(db)
    .where('userId', '=', userId)
    .where(LIVE)
    .where('status', '=', 'open')
    .where('voucherExpiresAt', 'is not', null)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SHOWN)
    .execute();

/** More than the largest purchase can pay. */
const MOST_SPENT = 200;

/** Newest first. Lock order: payments before the account. */
export const lockSpent = (tx: Tx, userId: string, since: Date): Promise<RegistrationPayment[]> =>
  payments(tx)
    .where('userId', '=', userId)
    .where(SPENT)
    .where('capturedAt', '>=', since)
    .orderBy('capturedAt', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_SPENT)
    .forUpdate()
    .execute();

/** Users with money on its way: unfinished attempts, or purchases pending since then. */
export async function openPayers(db: Database, userIds: string[], since: Date): Promise<Set<string>> {
  const rows = await db
    .selectFrom('registrationPayments')
    .select('userId')
    .where('userId', '=', anyId(userIds))
    .where(UNENDED)
    .union(
      db
        .selectFrom('creditPurchases')
        .select('userId')
        .where('userId', '=', anyId(userIds))
        .where('status', '=', 'pending')
        .where((row) => row.fn.coalesce('voucherExpiresAt', 'createdAt'), '>', since),
    )
    .execute();
  return new Set(rows.map((row) => row.userId));
}

/** Erases a deleted registration's title from events and from attempts that captured no money. */
export async function forgetTitle(tx: Tx, registrationId: string): Promise<void> {
  await eraseTexts(tx, 'registrationId', [registrationId]);
  await tx
    .updateTable('registrationPayments')
    .set({ title: '' })
    .where('registrationId', '=', registrationId)
    .where('capturedAt', 'is', null)
    .execute();
}
