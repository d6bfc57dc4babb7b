import { userOf } from '@g2/kit/actor';
import type { Call } from '@g2/kit/grpc-server';
import { idempotentTx } from '@g2/kit/idempotency';
import { isUuid, newId } from '@g2/kit/ids';
import { Id } from '@g2/proto/common';
import type { RefundPaymentRequest } from '@g2/proto/payment';
import { AppError } from '@g2/terms/errors';
import type { Deps } from '../deps.ts';
import { alertFact } from '../domain/alerts.ts';
import { decision } from '../domain/decision.ts';
import { type Attempt, lockAttempt } from '../payments/attempt.ts';
import { noSuchPayment } from '../payments/domain/registration-payment.ts';
import { savePayment } from '../payments/store.ts';
import { savePurchase } from '../purchases/store.ts';
import { refundOrderTask, scheduleContext } from '../schedule.ts';
import { emitAct, type Tx } from '../store.ts';
import { scheduleTask } from '../store-schedule.ts';
import {
  isActive,
  orderKey,
  parseRefundOrder,
  type Refundable,
  type RefundOrder,
  refundablePayment,
  refundablePurchase,
  refundOrderAct,
} from './domain/refund-order.ts';
import { closeOrder, findOrder, insertOrder, ordersOf } from './store-orders.ts';

/**
 * Orders a refund. The order is stored before Stripe is called and its id is the idempotency key, so there is
 * never a second refund. Stripe's events then update registration, certificate and credits.
 * @returns the order; its state is `asked` while Stripe has not answered (the loop retries)
 * @throws AppError not-found, invalid-input, conflict when nothing can be refunded
 */
export async function refundPayment(
  deps: Deps,
  request: RefundPaymentRequest,
  call: Call,
): Promise<RefundOrder> {
  if (!isUuid(request.id)) throw noSuchPayment();
  const input = { ...parseRefundOrder(request), orderedBy: userOf(call.actor).id };
  const { id } = await idempotentTx(deps.db, call.idempotency, Id, (tx) =>
    insertOrReuseOrder(deps, tx, request.id.toLowerCase(), input),
  );
  const order = await requireOrder(deps, id);
  if (order.state !== 'asked') return order;
  try {
    return await sendOrder(deps, order);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    deps.log.warn({ err: error, orderId: id }, 'refund put off');
    return order;
  }
}

export async function sendDueOrder(deps: Deps, id: string): Promise<undefined> {
  const order = await findOrder(deps.db, id);
  if (order?.state === 'asked') await sendOrder(deps, order);
  else await deps.db.tx((tx) => scheduleTask(tx, id, null, deps.clock()));
}

type OrderInput = Pick<RefundOrder, 'reason' | 'note' | 'orderedBy'>;

async function insertOrReuseOrder(deps: Deps, tx: Tx, paymentId: string, input: OrderInput): Promise<Id> {
  const attempt = await lockAttempt(tx, paymentId);
  if (!attempt) throw noSuchPayment();
  const [latest] = await ordersOf(tx, paymentId);
  if (latest && isActive(latest.order, latest.refund)) return { id: latest.order.id };
  const now = deps.clock();
  const able = refundableOf(attempt, now);
  if ('why' in able) throw new AppError('conflict', { message: able.why });
  const order: RefundOrder = {
    ...input,
    id: newId(),
    paymentId,
    paymentIntentId: able.intentId,
    amount: able.cents,
    orderedAt: now,
    state: 'asked',
    stripeRefundId: null,
  };
  await insertOrder(tx, order);
  await scheduleTask(tx, order.id, refundOrderTask(deps.waits), now);
  await emitAct(tx, refundOrderAct(order));
  return { id: order.id };
}

export const refundableOf = ({ kind, row }: Attempt, now: Date): Refundable =>
  kind === 'payment' ? refundablePayment(row, now) : refundablePurchase(row, now);

/** @throws AppError unavailable when Stripe is; the order then stays `asked` */
async function sendOrder(deps: Deps, order: RefundOrder): Promise<RefundOrder> {
  const made = await deps.provider.refund(order.paymentIntentId, orderKey(order));
  const refund = made === 'disputed' ? null : (made ?? (await existingRefund(deps, order)));
  await deps.db.tx(async (tx) => {
    const state = refund ? 'sent' : 'refused';
    const closed = await closeOrder(tx, order.id, { state, stripeRefundId: refund?.id ?? null });
    await scheduleTask(tx, order.id, null, deps.clock());
    if (closed?.state !== 'refused') return;
    const why = made === 'disputed' ? 'o valor está em disputa' : 'não há o que devolver';
    await markRefundFailed(deps, tx, order.paymentId, why);
  });
  return requireOrder(deps, order.id);
}

async function markRefundFailed(deps: Deps, tx: Tx, paymentId: string, why: string): Promise<void> {
  const attempt = await lockAttempt(tx, paymentId);
  if (!attempt) return;
  const { kind, row } = attempt;
  const alert = alertFact(row, {
    kind: 'refund-failed',
    text: `Um reembolso ordenado não foi possível no Stripe: ${why}.`,
    nextAction: 'Abra o pagamento para ver o que fazer.',
  });
  const when = scheduleContext(deps);
  if (kind === 'payment')
    await savePayment(tx, row, decision({ ...row, refundState: 'failed' }, [alert]), when);
  else await savePurchase(tx, row, decision({ ...row, refundState: 'failed' }, [alert]), when);
}

/** A refund of the intent made before this order, for example in Stripe's dashboard. */
async function existingRefund(deps: Deps, { paymentIntentId }: RefundOrder) {
  const refunds = await deps.provider.refundsOf(paymentIntentId);
  return refunds.find((one) => one.status !== 'failed') ?? null;
}

async function requireOrder({ db }: Deps, id: string): Promise<RefundOrder> {
  const order = await findOrder(db, id);
  if (!order) throw new Error(`refund order ${id} is gone`);
  return order;
}
