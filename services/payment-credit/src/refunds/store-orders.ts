import type { Kysely } from 'kysely';
import type { DB } from '#tables';
import type { RefundStatus } from '../domain/intent.ts';
import type { Database, Tx } from '../store.ts';
import type { RefundOrder } from './domain/refund-order.ts';

export type KnownOrder = { order: RefundOrder; refund: RefundStatus | undefined };

/** Orders of a payment, newest first. A caller that decides by them must hold the payment's row lock. */
export async function ordersOf(db: Kysely<DB>, paymentId: string): Promise<KnownOrder[]> {
  const rows = await db
    .selectFrom('refundOrders as o')
    .leftJoin('stripeRefunds as r', 'r.id', 'o.stripeRefundId')
    .selectAll('o')
    .select('r.status as refund')
    .where('o.paymentId', '=', paymentId)
    .orderBy('o.orderedAt', 'desc')
    .orderBy('o.id', 'desc')
    .execute();
  return rows.map(({ refund, ...order }) => ({ order, refund: refund ?? undefined }));
}

export const insertOrder = async (tx: Tx, order: RefundOrder): Promise<void> => {
  await tx.insertInto('refundOrders').values(order).execute();
};

export const findOrder = (db: Database, id: string): Promise<RefundOrder | undefined> =>
  db.selectFrom('refundOrders').selectAll().where('id', '=', id).executeTakeFirst();

/** Closes an order that is still `asked`; undefined when it was already closed. */
export const closeOrder = (
  tx: Tx,
  id: string,
  end: Pick<RefundOrder, 'state' | 'stripeRefundId'>,
): Promise<RefundOrder | undefined> =>
  tx
    .updateTable('refundOrders')
    .set(end)
    .where('id', '=', id)
    .where('state', '=', 'asked')
    .returningAll()
    .executeTakeFirst();
