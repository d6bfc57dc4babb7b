import { isUuid } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import type { PageBounds } from '@g2/terms/pages';
import { announcePurchase } from '../announce.ts';
import type { Decided } from '../domain/decision.ts';
import { postAll } from '../ledger/store.ts';
import { type RetryDelays, type ScheduleContext, taskOfPurchase } from '../schedule.ts';
import { changedColumns, type Database, readPage, type Tx } from '../store.ts';
import { scheduleTask } from '../store-schedule.ts';
import type { CreditPurchase } from './domain/purchase.ts';

export async function insertPurchase(tx: Tx, it: CreditPurchase, waits: RetryDelays): Promise<void> {
  await tx.insertInto('creditPurchases').values(it).execute();
  await scheduleTask(tx, it.id, taskOfPurchase(it, waits), it.createdAt);
}

export async function savePurchase(
  tx: Tx,
  before: CreditPurchase,
  decided: Decided<CreditPurchase>,
  { now, waits }: ScheduleContext,
): Promise<CreditPurchase> {
  const { next } = decided;
  const changes = changedColumns(before, next);
  if (changes)
    await tx
      .updateTable('creditPurchases')
      .set(changes)
      .where('id', '=', next.id)
      .returning('id')
      .executeTakeFirstOrThrow();
  if (before.status !== next.status) await scheduleTask(tx, next.id, taskOfPurchase(next, waits), now);
  await postAll(tx, decided.entries, now);
  await emit(tx, announcePurchase(decided));
  return next;
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

export const listPurchases = (db: Database, userId: string, page: PageBounds) =>
  readPage(
    purchases(db).where('userId', '=', userId).orderBy('createdAt', 'desc').orderBy('id', 'desc'),
    page,
  );
