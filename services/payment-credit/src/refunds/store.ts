import type { PaymentFlag } from '@g2/terms/payments';
import type { Refund } from '../domain/intent.ts';
import type { Tx } from '../store.ts';
import { type Dispute, mergeDisputes, type StoredDispute } from './domain/disputes.ts';
import { mergeRefunds, type RefundSummary } from './domain/refunds.ts';

/** The caller must hold the row lock of the payment or purchase. @param read all refunds of the intent, just read */
export async function saveRefunds(tx: Tx, intentId: string, read: readonly Refund[]): Promise<RefundSummary> {
  const known = await tx
    .selectFrom('stripeRefunds')
    .select(['id', 'amount', 'status', 'createdAt'])
    .where('paymentIntentId', '=', intentId)
    .execute();
  const { changed, news } = mergeRefunds(known, read);
  for (const { id, amount, status, createdAt = null } of changed) {
    await tx
      .insertInto('stripeRefunds')
      .values({ id, paymentIntentId: intentId, amount, status, createdAt })
      .onConflict((on) => on.column('id').doUpdateSet((row) => ({ status: row.ref('excluded.status') })))
      .execute();
  }
  return news;
}

/** Keeps each dispute's state of the later event. @param at its time @returns all disputes, and the changed ones */
export async function saveDisputes(
  tx: Tx,
  intentId: string,
  read: readonly Dispute[],
  at: Date,
): Promise<{ all: StoredDispute[]; news: Dispute[] }> {
  const known = await tx
    .selectFrom('stripeDisputes')
    .select(['id', 'amount', 'status', 'toldAt', 'dueBy'])
    .where('paymentIntentId', '=', intentId)
    .execute();
  const { all, changed, news } = mergeDisputes(known, read, at);
  for (const { id, amount, status, toldAt, createdAt = null, dueBy = null } of changed) {
    await tx
      .insertInto('stripeDisputes')
      .values({ id, paymentIntentId: intentId, amount, status, toldAt, createdAt, dueBy })
      .onConflict((on) =>
        on.column('id').doUpdateSet((row) => ({
          amount: row.ref('excluded.amount'),
          status: row.ref('excluded.status'),
          toldAt: row.ref('excluded.toldAt'),
          dueBy: row.ref('excluded.dueBy'),
        })),
      )
      .execute();
  }
  return { all, news };
}

export async function paymentsFlaggedBy(tx: Tx, purchaseId: string): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('purchaseFlags')
    .select('paymentId')
    .where('purchaseId', '=', purchaseId)
    .execute();
  return new Set(rows.map((row) => row.paymentId));
}

/** Sets a purchase's flag on a payment with its credits; null clears it. @returns the payment's flag: disputed first */
export async function setPurchaseFlag(
  tx: Tx,
  purchaseId: string,
  paymentId: string,
  flag: PaymentFlag | null,
): Promise<PaymentFlag | null> {
  await tx
    .deleteFrom('purchaseFlags')
    .where('purchaseId', '=', purchaseId)
    .where('paymentId', '=', paymentId)
    .execute();
  if (flag) await tx.insertInto('purchaseFlags').values({ purchaseId, paymentId, flag }).execute();
  const first = await tx
    .selectFrom('purchaseFlags')
    .select('flag')
    .where('paymentId', '=', paymentId)
    .orderBy('flag')
    .limit(1)
    .executeTakeFirst();
  return first?.flag ?? null;
}
