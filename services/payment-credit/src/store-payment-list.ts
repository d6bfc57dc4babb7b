import type { ListedPaymentStatus, PaymentFlag, PaymentKind, PaymentMethod } from '@g2/terms/payments';
import type { Decline } from './domain/intent.ts';
import type { Database, Page } from './store.ts';
import { countPayments } from './store-counters.ts';

/** A payment of a registration or of credits, as admins see both in one list. Amounts in cents. */
export type ListedPayment = {
  id: string;
  kind: PaymentKind;
  registrationId: string | null;
  userId: string;
  method: PaymentMethod;
  status: ListedPaymentStatus;
  amount: number;
  refundedAmount: number;
  stripePaymentIntentId: string | null;
  createdAt: Date;
  settledAt: Date | null;
  flag: PaymentFlag | null;
  decline: Decline | null;
};

/** Which payments; nothing named means all. */
export type PaymentFilter = { statuses: ListedPaymentStatus[]; kinds: PaymentKind[] };

// A purchase speaks here in the words of a registration's payment; it knows of a dispute once that is lost.
const ALL = `(
  SELECT id, 'registration' AS kind, registration_id, user_id, method, shown_status(status, decline_code) AS status,
    amount, refunded_amount, stripe_payment_intent_id, created_at, settled_at, flag, decline_code, decline_message
  FROM registration_payments
  UNION ALL
  SELECT id, 'credit_purchase', NULL, user_id, 'card',
    CASE shown_status(status, decline_code) WHEN 'pending' THEN 'open' WHEN 'completed' THEN 'settled'
      ELSE shown_status(status, decline_code) END,
    price_in_cents, refunded_amount, payment_intent_id, created_at, completed_at,
    CASE WHEN disputed_amount > 0 THEN 'disputed' WHEN refunded_amount > 0 THEN 'refunded' END,
    decline_code, decline_message
  FROM credit_purchases
) p WHERE ($1::text[] = '{}' OR status = ANY($1)) AND ($2::text[] = '{}' OR kind = ANY($2))`;

type Row = {
  id: string;
  kind: PaymentKind;
  registration_id: string | null;
  user_id: string;
  method: PaymentMethod;
  status: ListedPaymentStatus;
  amount: string;
  refunded_amount: string;
  stripe_payment_intent_id: string | null;
  created_at: Date;
  settled_at: Date | null;
  flag: PaymentFlag | null;
  decline_code: string | null;
  decline_message: string | null;
};

/** Payments of registrations and of credits, newest first. */
export async function listPayments(
  db: Database,
  { statuses, kinds }: PaymentFilter,
  page: Page,
): Promise<{ items: ListedPayment[]; total: number }> {
  const [rows, total] = await Promise.all([
    db.sql<Row>(
      'payments-page',
      `SELECT * FROM ${ALL} ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4`,
      [statuses, kinds, page.limit, page.offset],
    ),
    countPayments(db, statuses, kinds),
  ]);
  return { items: rows.map(toListed), total };
}

const toListed = (row: Row): ListedPayment => ({
  id: row.id,
  kind: row.kind,
  registrationId: row.registration_id,
  userId: row.user_id,
  method: row.method,
  status: row.status,
  amount: Number(row.amount),
  refundedAmount: Number(row.refunded_amount),
  stripePaymentIntentId: row.stripe_payment_intent_id,
  createdAt: row.created_at,
  settledAt: row.settled_at,
  flag: row.flag,
  decline: row.decline_code === null ? null : { code: row.decline_code, message: row.decline_message ?? '' },
});
