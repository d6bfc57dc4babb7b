import type { PaymentFlag } from '@g2/terms/payments';
import { type Dispute, type KnownDispute, mergeDisputes } from './domain/disputes.ts';
import { mergeRefunds, type Refund, type RefundNews, type RefundStatus } from './domain/refunds.ts';
import type { Tx } from './store.ts';

/**
 * Keeps what Stripe says of an intent's refunds. The payment's or purchase's row must be locked: that orders readings.
 * @param told every refund of the intent, as just read
 */
export async function bookRefunds(tx: Tx, intentId: string, told: readonly Refund[]): Promise<RefundNews> {
  const rows = await tx.$queryRawUnsafe<{ id: string; amount: bigint; status: RefundStatus }[]>(
    'SELECT id, amount, status FROM stripe_refunds WHERE payment_intent_id = $1',
    intentId,
  );
  const known = rows.map((row) => ({ ...row, amount: Number(row.amount) }));
  const { changed, news } = mergeRefunds(known, told);
  for (const { id, amount, status } of changed) {
    await tx.$executeRawUnsafe(
      `INSERT INTO stripe_refunds (id, payment_intent_id, amount, status) VALUES ($1, $2, $3::bigint, $4)
       ON CONFLICT (id) DO UPDATE SET status = excluded.status`,
      id,
      intentId,
      amount,
      status,
    );
  }
  return news;
}

/**
 * The same for disputes, by the time of the event they were read for.
 * @returns all of the intent's as they are known now, and those whose word is new
 */
export async function bookDisputes(
  tx: Tx,
  intentId: string,
  told: readonly Dispute[],
  at: Date,
): Promise<{ all: KnownDispute[]; news: Dispute[] }> {
  const rows = await tx.$queryRawUnsafe<{ id: string; amount: bigint; status: string; told_at: Date }[]>(
    'SELECT id, amount, status, told_at FROM stripe_disputes WHERE payment_intent_id = $1',
    intentId,
  );
  const known = rows.map(({ told_at: toldAt, ...row }) => ({ ...row, amount: Number(row.amount), toldAt }));
  const { all, changed, news } = mergeDisputes(known, told, at);
  for (const { id, amount, status, toldAt } of changed) {
    await tx.$executeRawUnsafe(
      `INSERT INTO stripe_disputes (id, payment_intent_id, amount, status, told_at)
       VALUES ($1, $2, $3::bigint, $4, $5::timestamptz)
       ON CONFLICT (id) DO UPDATE SET amount = excluded.amount, status = excluded.status, told_at = excluded.told_at`,
      id,
      intentId,
      amount,
      status,
      toldAt,
    );
  }
  return { all, news };
}

/** Ids of the payments that a purchase flags. */
export async function flaggedBy(tx: Tx, purchaseId: string): Promise<Set<string>> {
  const rows = await tx.$queryRawUnsafe<{ payment_id: string }[]>(
    'SELECT payment_id FROM purchase_flags WHERE purchase_id = $1::uuid',
    purchaseId,
  );
  return new Set(rows.map((row) => row.payment_id));
}

/**
 * Says what a purchase makes of a payment, null when nothing any more.
 * @returns the payment's flag by all purchases together, a dispute before a refund
 */
export async function flagBy(
  tx: Tx,
  purchaseId: string,
  paymentId: string,
  flag: PaymentFlag | null,
): Promise<PaymentFlag | null> {
  await tx.$executeRawUnsafe(
    'DELETE FROM purchase_flags WHERE purchase_id = $1::uuid AND payment_id = $2::uuid',
    purchaseId,
    paymentId,
  );
  if (flag) {
    await tx.$executeRawUnsafe(
      'INSERT INTO purchase_flags (purchase_id, payment_id, flag) VALUES ($1::uuid, $2::uuid, $3)',
      purchaseId,
      paymentId,
      flag,
    );
  }
  const rows = await tx.$queryRawUnsafe<{ flag: PaymentFlag }[]>(
    'SELECT flag FROM purchase_flags WHERE payment_id = $1::uuid ORDER BY flag LIMIT 1',
    paymentId,
  );
  return rows[0]?.flag ?? null;
}
