import type { ListedPaymentStatus, PaymentFlag, PaymentKind, PaymentMethod } from '@g2/terms/payments';
import { sql } from 'kysely';
import { anyWord, type Database, type Page } from '../store.ts';
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
  declineCode: string | null;
  declineMessage: string | null;
};

/** Which payments; nothing named means all. */
export type PaymentFilter = { statuses: ListedPaymentStatus[]; kinds: PaymentKind[] };

/** Payments of registrations and of credits, newest first. */
export async function listPayments(
  db: Database,
  { statuses, kinds }: PaymentFilter,
  page: Page,
): Promise<{ items: ListedPayment[]; total: number }> {
  const [{ rows: items }, total] = await Promise.all([
    // A purchase speaks here in the words of a registration's payment; it knows of a dispute once that is lost.
    sql<ListedPayment>`
      SELECT * FROM (
        SELECT id, 'registration' AS kind, registration_id, user_id, method,
          shown_status(status, decline_code) AS status, amount, refunded_amount, stripe_payment_intent_id, created_at,
          settled_at, flag, decline_code, decline_message
        FROM registration_payments
        UNION ALL
        SELECT id, 'credit_purchase', NULL, user_id, 'card',
          CASE shown_status(status, decline_code) WHEN 'pending' THEN 'open' WHEN 'completed' THEN 'settled'
            ELSE shown_status(status, decline_code) END,
          price_in_cents, refunded_amount, payment_intent_id, created_at, completed_at,
          CASE WHEN disputed_amount > 0 THEN 'disputed' WHEN refunded_amount > 0 THEN 'refunded' END,
          decline_code, decline_message
        FROM credit_purchases
      ) p
      WHERE (${statuses}::text[] = '{}' OR status = ${anyWord(statuses)})
        AND (${kinds}::text[] = '{}' OR kind = ${anyWord(kinds)})
      ORDER BY created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}`.execute(db),
    countPayments(db, statuses, kinds),
  ]);
  return { items, total };
}
