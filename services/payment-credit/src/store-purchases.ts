import { isUuid } from '@g2/kit/ids';
import type { PurchaseStatus } from '@g2/terms/payments';
import type { PackageType } from '@g2/terms/prices';
import type { CreditPurchase } from './domain/purchase.ts';
import type { Database, Page, Tx } from './store.ts';

type Row = {
  id: string;
  user_id: string;
  credits_amount: bigint | string;
  price_in_cents: bigint | string;
  package_type: PackageType;
  payment_intent_id: string | null;
  payment_intent_status: string | null;
  status: PurchaseStatus;
  refunded_amount: bigint | string;
  disputed_amount: bigint | string;
  reversed_credits: bigint | string;
  short_credits: bigint | string;
  reversals: number;
  completed_at: Date | null;
  created_at: Date;
  next_check_at: Date | null;
  checks: number;
  decline_code: string | null;
  decline_message: string | null;
};

const COLUMNS = `id, user_id, credits_amount, price_in_cents, package_type, payment_intent_id, payment_intent_status,
  status, refunded_amount, disputed_amount, reversed_credits, short_credits, reversals, completed_at, created_at,
  next_check_at, checks, decline_code, decline_message`;

export async function insertPurchase(tx: Tx, it: CreditPurchase): Promise<void> {
  await tx.creditPurchase.create({ data: it });
}

/** Saves what may change of a locked purchase. */
export async function savePurchase(tx: Tx, it: CreditPurchase): Promise<void> {
  await tx.creditPurchase.update({
    where: { id: it.id },
    data: {
      paymentIntentId: it.paymentIntentId,
      paymentIntentStatus: it.paymentIntentStatus,
      status: it.status,
      refundedAmount: it.refundedAmount,
      disputedAmount: it.disputedAmount,
      reversedCredits: it.reversedCredits,
      shortCredits: it.shortCredits,
      reversals: it.reversals,
      completedAt: it.completedAt,
      nextCheckAt: it.nextCheckAt,
      checks: it.checks,
      declineCode: it.declineCode,
      declineMessage: it.declineMessage,
    },
  });
}

const lockWhere = async (tx: Tx, where: string, value: string): Promise<CreditPurchase | undefined> => {
  const rows = await tx.$queryRawUnsafe<Row[]>(
    `SELECT ${COLUMNS} FROM credit_purchases WHERE ${where} FOR UPDATE`,
    value,
  );
  return rows[0] && toPurchase(rows[0]);
};

export const lockPurchase = async (tx: Tx, id: string): Promise<CreditPurchase | undefined> =>
  isUuid(id) ? lockWhere(tx, 'id = $1::uuid', id) : undefined;

export const lockPurchaseOfIntent = (tx: Tx, intentId: string): Promise<CreditPurchase | undefined> =>
  lockWhere(tx, 'payment_intent_id = $1', intentId);

const findWhere = async (
  db: Database,
  name: string,
  where: string,
  value: string,
): Promise<CreditPurchase | undefined> => {
  const rows = await db.sql<Row>(name, `SELECT ${COLUMNS} FROM credit_purchases WHERE ${where}`, [value]);
  return rows[0] && toPurchase(rows[0]);
};

export const findPurchase = (db: Database, id: string) => findWhere(db, 'purchase', 'id = $1::uuid', id);
export const findPurchaseOfIntent = (db: Database, intentId: string) =>
  findWhere(db, 'purchase-of-intent', 'payment_intent_id = $1', intentId);

/** The longest wait between two looks at a purchase nobody pays, ms. */
const MAX_WAIT_MS = 12 * 3_600_000;

/** Takes a due purchase for the reconciler, putting it off by a growing wait, so that replicas share them. */
export async function claimDuePurchase(
  db: Database,
  now: Date,
  baseMs: number,
): Promise<CreditPurchase | undefined> {
  const rows = await db.sql<Row>(
    'claim-purchase',
    `UPDATE credit_purchases SET checks = checks + 1,
       next_check_at = $1::timestamptz + least($2::float8 * 2 ^ least(checks, 20), $3) * interval '1 ms'
     WHERE id = (SELECT id FROM credit_purchases WHERE next_check_at <= $1::timestamptz
       ORDER BY next_check_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING ${COLUMNS}`,
    [now, baseMs, MAX_WAIT_MS],
  );
  return rows[0] && toPurchase(rows[0]);
}

/** A user's purchases, newest first, with their number. */
export async function listPurchases(
  db: Database,
  userId: string,
  page: Page,
): Promise<{ items: CreditPurchase[]; total: number }> {
  const [rows, counted] = await Promise.all([
    db.sql<Row>(
      'purchases-page',
      `SELECT ${COLUMNS} FROM credit_purchases WHERE user_id = $1::uuid
       ORDER BY created_at DESC, id DESC LIMIT $2 OFFSET $3`,
      [userId, page.limit, page.offset],
    ),
    db.sql<{ total: string }>(
      'purchases-count',
      'SELECT count(*) AS total FROM credit_purchases WHERE user_id = $1::uuid',
      [userId],
    ),
  ]);
  return { items: rows.map(toPurchase), total: Number(counted[0]?.total ?? 0) };
}

/** Card payments that succeeded since `since`, and tries that were declined (spec §9, system health). */
export async function cardFigures(
  db: Database,
  since: Date,
): Promise<{ succeeded: number; declined: number }> {
  const rows = await db.sql<{ succeeded: string; declined: string }>(
    'card-figures',
    `SELECT (SELECT count(*) FROM registration_payments WHERE method = 'card' AND captured_at >= $1)
          + (SELECT count(*) FROM credit_purchases WHERE completed_at >= $1) AS succeeded,
       (SELECT count(*) FROM payment_webhook_events e WHERE occurred_at >= $1
          AND event_type = 'payment_intent.payment_failed' AND status = 'processed'
          AND (EXISTS (SELECT FROM registration_payments WHERE stripe_payment_intent_id = e.payment_intent_id)
            OR EXISTS (SELECT FROM credit_purchases p WHERE p.payment_intent_id = e.payment_intent_id))) AS declined`,
    [since],
  );
  return { succeeded: Number(rows[0]?.succeeded ?? 0), declined: Number(rows[0]?.declined ?? 0) };
}

const toPurchase = (row: Row): CreditPurchase => ({
  id: row.id,
  userId: row.user_id,
  creditsAmount: Number(row.credits_amount),
  priceInCents: Number(row.price_in_cents),
  packageType: row.package_type,
  paymentIntentId: row.payment_intent_id,
  paymentIntentStatus: row.payment_intent_status,
  status: row.status,
  refundedAmount: Number(row.refunded_amount),
  disputedAmount: Number(row.disputed_amount),
  reversedCredits: Number(row.reversed_credits),
  shortCredits: Number(row.short_credits),
  reversals: row.reversals,
  completedAt: row.completed_at,
  createdAt: row.created_at,
  nextCheckAt: row.next_check_at,
  checks: row.checks,
  declineCode: row.decline_code,
  declineMessage: row.decline_message,
});
