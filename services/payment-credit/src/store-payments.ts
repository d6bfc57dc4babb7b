import { isUuid } from '@g2/kit/ids';
import type { PaymentFlag, PaymentMethod, PaymentStatus } from '@g2/terms/payments';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import type { Database, Tx } from './store.ts';

type Row = {
  id: string;
  registration_id: string;
  user_id: string;
  method: PaymentMethod;
  status: PaymentStatus;
  amount: bigint | string;
  title: string;
  stripe_payment_intent_id: string | null;
  stripe_status: string | null;
  refunded_amount: bigint | string;
  flag: PaymentFlag | null;
  reason: string | null;
  created_at: Date;
  captured_at: Date | null;
  settled_at: Date | null;
  version: number;
  next_check_at: Date | null;
  checks: number;
  refund_attempt: number;
  decline_code: string | null;
  decline_message: string | null;
};

const COLUMNS = `id, registration_id, user_id, method, status, amount, title, stripe_payment_intent_id, stripe_status,
  refunded_amount, flag, reason, created_at, captured_at, settled_at, version, next_check_at, checks,
  refund_attempt, decline_code, decline_message`;
const LIVE = "status IN ('open', 'captured', 'settled')";

/** Inserts the attempt; false when the registration has a live one already (contract rule 6). */
export async function insertPayment(tx: Tx, it: RegistrationPayment): Promise<boolean> {
  const inserted = await tx.$executeRawUnsafe(
    `INSERT INTO registration_payments (${COLUMNS})
     VALUES ($1::uuid, $2::uuid, $3::uuid, $4, $5, $6::bigint, $7, $8, $9, $10::bigint, $11, $12,
       $13::timestamptz, $14::timestamptz, $15::timestamptz, $16, $17::timestamptz, $18, $19, $20, $21)
     ON CONFLICT (registration_id) WHERE ${LIVE} DO NOTHING`,
    ...valuesOf(it),
  );
  return inserted === 1;
}

const valuesOf = (it: RegistrationPayment): unknown[] => [
  it.id,
  it.registrationId,
  it.userId,
  it.method,
  it.status,
  it.amount,
  it.title,
  it.stripePaymentIntentId,
  it.stripeStatus,
  it.refundedAmount,
  it.flag,
  it.reason,
  it.createdAt,
  it.capturedAt,
  it.settledAt,
  it.version,
  it.nextCheckAt,
  it.checks,
  it.refundAttempt,
  it.declineCode,
  it.declineMessage,
];

/** Saves what may change of a locked attempt. */
export async function savePayment(tx: Tx, it: RegistrationPayment): Promise<RegistrationPayment> {
  const version = it.version + 1;
  await tx.registrationPayment.update({
    where: { id: it.id },
    data: {
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
    },
  });
  return { ...it, version };
}

const lockWhere = async (tx: Tx, where: string, value: string): Promise<RegistrationPayment | undefined> => {
  const rows = await tx.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM registration_payments WHERE ${where} FOR UPDATE`,
    value,
  );
  return rows[0] && toPayment(rows[0]);
};

export const lockPayment = async (tx: Tx, id: string): Promise<RegistrationPayment | undefined> =>
  isUuid(id) ? lockWhere(tx, 'id = $1::uuid', id) : undefined;

export const lockPaymentOfIntent = (tx: Tx, intentId: string): Promise<RegistrationPayment | undefined> =>
  lockWhere(tx, 'stripe_payment_intent_id = $1', intentId);

/** The open or succeeded attempt of a registration, locked. */
export const lockLivePayment = (tx: Tx, registrationId: string): Promise<RegistrationPayment | undefined> =>
  lockWhere(tx, `registration_id = $1::uuid AND ${LIVE}`, registrationId);

const findWhere = async (
  db: Database,
  name: string,
  where: string,
  value: string,
): Promise<RegistrationPayment | undefined> => {
  const rows = await db.sql<Row>(name, `SELECT ${COLUMNS} FROM registration_payments WHERE ${where}`, [
    value,
  ]);
  return rows[0] && toPayment(rows[0]);
};

export const findPayment = async (db: Database, id: string) =>
  isUuid(id) ? findWhere(db, 'payment', 'id = $1::uuid', id) : undefined;
export const findLivePayment = (db: Database, registrationId: string) =>
  findWhere(db, 'live-payment', `registration_id = $1::uuid AND ${LIVE}`, registrationId);
export const findSettledPayment = (db: Database, registrationId: string) =>
  findWhere(db, 'settled-payment', "registration_id = $1::uuid AND status = 'settled'", registrationId);
export const findPaymentOfIntent = (db: Database, intentId: string) =>
  findWhere(db, 'payment-of-intent', 'stripe_payment_intent_id = $1', intentId);

const HOUR_MS = 3_600_000;

/** What is due, by who must be asked; each with the longest wait between two tries, ms. */
const DUE = {
  /** The registration decides. */
  captured: { where: "status = 'captured'", maxMs: 60_000 },
  /** Stripe refunds. */
  givingBack: { where: "status = 'giving_back'", maxMs: HOUR_MS },
  /** Stripe is asked what became of it; mostly nothing: its payer went away, and a webhook would have come. */
  unpaid: { where: "status NOT IN ('captured', 'giving_back')", maxMs: 12 * HOUR_MS },
};

/** Takes one due attempt for a loop, putting it off by a growing wait, so that replicas share them. */
export async function claimDuePayment(
  db: Database,
  due: keyof typeof DUE,
  now: Date,
  baseMs: number,
): Promise<RegistrationPayment | undefined> {
  const { where, maxMs } = DUE[due];
  const rows = await db.sql<Row>(
    `claim-payment-${due}`,
    `UPDATE registration_payments SET checks = checks + 1,
       next_check_at = $1::timestamptz + least($2::float8 * 2 ^ least(checks, 20), $3) * interval '1 ms'
     WHERE id = (SELECT id FROM registration_payments WHERE ${where} AND next_check_at <= $1::timestamptz
       ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [now, baseMs, maxMs],
  );
  return rows[0] && toPayment(rows[0]);
}

/** More than the dearest purchase can have paid. */
const MOST_SPENT = 200;

/**
 * A user's payments with credits since then, newest first, held until the transaction ends: before the account is, as
 * everywhere.
 */
export async function lockSpent(tx: Tx, userId: string, since: Date): Promise<RegistrationPayment[]> {
  const rows = await tx.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM registration_payments
     WHERE user_id = $1::uuid AND method = 'credits' AND status IN ('captured', 'settled')
       AND captured_at >= $2::timestamptz
     ORDER BY captured_at DESC, id DESC LIMIT ${MOST_SPENT} FOR UPDATE`,
    userId,
    since,
  );
  return rows.map(toPayment);
}

/** Of these users, those whose money is on its way: attempts without an end, and purchases that began since then. */
export async function openPayers(db: Database, userIds: string[], since: Date): Promise<Set<string>> {
  const rows = await db.sql<{ user_id: string }>(
    'open-payers',
    `SELECT user_id FROM registration_payments
         WHERE user_id = ANY($1::uuid[]) AND status IN ('open', 'captured', 'giving_back')
       UNION SELECT user_id FROM credit_purchases
         WHERE user_id = ANY($1::uuid[]) AND status = 'pending' AND created_at > $2`,
    [userIds, since],
  );
  return new Set(rows.map((row) => row.user_id));
}

const toPayment = (row: Row): RegistrationPayment => ({
  id: row.id,
  registrationId: row.registration_id,
  userId: row.user_id,
  method: row.method,
  status: row.status,
  amount: Number(row.amount),
  title: row.title,
  stripePaymentIntentId: row.stripe_payment_intent_id,
  stripeStatus: row.stripe_status,
  refundedAmount: Number(row.refunded_amount),
  flag: row.flag,
  reason: row.reason,
  createdAt: row.created_at,
  capturedAt: row.captured_at,
  settledAt: row.settled_at,
  version: row.version,
  nextCheckAt: row.next_check_at,
  checks: row.checks,
  refundAttempt: row.refund_attempt,
  declineCode: row.decline_code,
  declineMessage: row.decline_message,
});
