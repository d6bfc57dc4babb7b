import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { sql } from 'kysely';
import { announcePurchase } from '../announce.ts';
import type { Decided } from '../domain/decision.ts';
import { postAll } from '../ledger/store.ts';
import { type Database, type Page, putOff, same, type Tx } from '../store.ts';
import type { CreditPurchase } from './domain/purchase.ts';

export async function insertPurchase(tx: Tx, it: CreditPurchase): Promise<void> {
  await tx.insertInto('creditPurchases').values(it).execute();
}

/** Saves what became of a locked purchase, with its ledger entries and its events. */
export async function savePurchase(
  tx: Tx,
  before: CreditPurchase,
  decided: Decided<CreditPurchase>,
  now: Date,
): Promise<CreditPurchase> {
  const { next } = decided;
  if (!same(before, next)) await updatePurchase(tx, next);
  await postAll(tx, decided.entries, now);
  await emit(tx, announcePurchase(decided));
  return next;
}

async function updatePurchase(tx: Tx, it: CreditPurchase): Promise<void> {
  await tx
    .updateTable('creditPurchases')
    .set({
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
    })
    .where('id', '=', it.id)
    .returning('id')
    .executeTakeFirstOrThrow();
}

const purchases = (db: Database | Tx) => db.selectFrom('creditPurchases').selectAll();

export const lockPurchase = async (tx: Tx, id: string): Promise<CreditPurchase | undefined> =>
  isUuid(id) ? purchases(tx).where('id', '=', id).forUpdate().executeTakeFirst() : undefined;

export const lockPurchaseOfIntent = (tx: Tx, intentId: string): Promise<CreditPurchase | undefined> =>
  purchases(tx).where('paymentIntentId', '=', intentId).forUpdate().executeTakeFirst();

export const findPurchase = (db: Database, id: string): Promise<CreditPurchase | undefined> =>
  purchases(db).where('id', '=', id).executeTakeFirst();

export const findPurchaseOfIntent = (db: Database, intentId: string): Promise<CreditPurchase | undefined> =>
  purchases(db).where('paymentIntentId', '=', intentId).executeTakeFirst();

/** The longest wait between two looks at a purchase nobody pays, ms. */
const MAX_WAIT_MS = 12 * 3_600_000;

/** Takes a due purchase for the reconciler, putting it off by a growing wait, so that replicas share them. */
export const claimDuePurchase = (
  db: Database,
  now: Date,
  baseMs: number,
): Promise<CreditPurchase | undefined> =>
  db
    .updateTable('creditPurchases')
    .set((row) => ({
      checks: row('checks', '+', 1),
      nextCheckAt: putOff('checks', now, baseMs, MAX_WAIT_MS),
    }))
    .where('id', '=', (row) =>
      row
        .selectFrom('creditPurchases')
        .select('id')
        .where('nextCheckAt', '<=', now)
        .orderBy('nextCheckAt')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();

/** A user's purchases, newest first, with their number. */
export async function listPurchases(
  db: Database,
  userId: string,
  page: Page,
): Promise<{ items: CreditPurchase[]; total: number }> {
  const own = db.selectFrom('creditPurchases').where('userId', '=', userId);
  const newest = own.selectAll().orderBy('createdAt', 'desc').orderBy('id', 'desc');
  const [items, { total }] = await Promise.all([
    newest.limit(page.limit).offset(page.offset).execute(),
    own.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
  ]);
  return { items, total };
}

export type CardFigures = { succeeded: number; declined: number };

/** Card payments that succeeded since `since`, and tries that were declined (spec §9, system health). */
export async function cardFigures(db: Database, since: Date): Promise<CardFigures> {
  // Methods, types and statuses are written out, as the partial indexes say them.
  const figures = sql<CardFigures>`
    SELECT (SELECT count(*) FROM registration_payments WHERE method = 'card' AND captured_at >= ${since})
         + (SELECT count(*) FROM credit_purchases WHERE completed_at >= ${since}) AS succeeded,
      (SELECT count(*) FROM payment_webhook_events e WHERE occurred_at >= ${since}
         AND event_type = 'payment_intent.payment_failed' AND status = 'processed'
         AND (EXISTS (SELECT FROM registration_payments WHERE stripe_payment_intent_id = e.payment_intent_id)
           OR EXISTS (SELECT FROM credit_purchases p WHERE p.payment_intent_id = e.payment_intent_id))) AS declined`;
  const { rows } = await figures.execute(db);
  return rows[0] ?? { succeeded: 0, declined: 0 };
}
