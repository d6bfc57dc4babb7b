import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { type SqlBool, sql } from 'kysely';
import { announcePayment } from '../announce.ts';
import type { Decided } from '../domain/decision.ts';
import { postAll } from '../ledger/store.ts';
import { anyId, type Database, putOff, same, type Tx } from '../store.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';

// Written out, since partial indexes are found by these very words.
const LIVE = sql<SqlBool>`status IN ('open', 'captured', 'settled')`;
const UNENDED = sql<SqlBool>`status IN ('open', 'captured', 'giving_back')`;
const SPENT = sql<SqlBool>`method = 'credits' AND status IN ('captured', 'settled')`;

/** Inserts the attempt; false when the registration has a live one already (contract rule 6). */
export async function insertPayment(tx: Tx, it: RegistrationPayment): Promise<boolean> {
  const inserted = await tx
    .insertInto('registrationPayments')
    .values(it)
    .onConflict((on) => on.column('registrationId').where(LIVE).doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** What follows from an attempt that was just inserted: its ledger entries and its events. */
export async function followPayment(
  tx: Tx,
  decided: Decided<RegistrationPayment>,
  now: Date,
  saved = decided.next,
): Promise<void> {
  await postAll(tx, decided.entries, now);
  await emit(tx, announcePayment(saved, decided));
}

/** Saves what became of a locked attempt, with its ledger entries and its events. */
export async function savePayment(
  tx: Tx,
  before: RegistrationPayment,
  decided: Decided<RegistrationPayment>,
  now: Date,
): Promise<RegistrationPayment> {
  const saved = same(before, decided.next) ? before : await updatePayment(tx, decided.next);
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
      nextCheckAt: it.nextCheckAt,
      checks: it.checks,
      refundAttempt: it.refundAttempt,
      declineCode: it.declineCode,
      declineMessage: it.declineMessage,
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

/** The open or succeeded attempt of a registration, locked. */
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

const HOUR_MS = 3_600_000;

/** What is due, by who must be asked; each with the longest wait between two tries, ms. */
const DUE = {
  /** The registration decides. */
  captured: { where: sql<SqlBool>`status = 'captured'`, maxMs: 60_000 },
  /** Stripe refunds. */
  givingBack: { where: sql<SqlBool>`status = 'giving_back'`, maxMs: HOUR_MS },
  /** Stripe is asked what became of it; mostly nothing: its payer went away, and a webhook would have come. */
  unpaid: { where: sql<SqlBool>`status NOT IN ('captured', 'giving_back')`, maxMs: 12 * HOUR_MS },
};

/** Takes one due attempt for a loop, putting it off by a growing wait, so that replicas share them. */
export function claimDuePayment(
  db: Database,
  due: keyof typeof DUE,
  now: Date,
  baseMs: number,
): Promise<RegistrationPayment | undefined> {
  const { where, maxMs } = DUE[due];
  return db
    .updateTable('registrationPayments')
    .set((row) => ({ checks: row('checks', '+', 1), nextCheckAt: putOff('checks', now, baseMs, maxMs) }))
    .where('id', '=', (row) =>
      row
        .selectFrom('registrationPayments')
        .select('id')
        .where(where)
        .where('nextCheckAt', '<=', now)
        .orderBy('nextCheckAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
}

/** More than the dearest purchase can have paid. */
const MOST_SPENT = 200;

/**
 * A user's payments with credits since then, newest first, held until the transaction ends: before the account is, as
 * everywhere.
 */
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

/** Of these users, those whose money is on its way: attempts without an end, and purchases that began since then. */
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
        .where('createdAt', '>', since),
    )
    .execute();
  return new Set(rows.map((row) => row.userId));
}
