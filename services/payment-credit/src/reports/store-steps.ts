import { PAYMENT_STEPS, type PaymentStep } from '@g2/terms/payments';
import { type Decline, declineOfRow } from '../domain/intent.ts';
import { operationKey } from '../payments/domain/registration-payment.ts';
import { findTransfer } from '../payments/store-transfers.ts';
import type { RefundOrder } from '../refunds/domain/refund-order.ts';
import { ordersOf } from '../refunds/store-orders.ts';
import type { Database } from '../store.ts';
import type { ListedPayment } from './store-list.ts';

/** Cents. */
export type Step = {
  kind: PaymentStep;
  /** Null when unknown. */
  at: Date | null;
  amount?: number;
  status?: string;
  decline?: Decline;
  reference?: string;
  order?: RefundOrder;
};

/** Maximum number of declines and cancellations listed per intent. */
const MAX_TRIES = 100;

/** Oldest first; steps without a time last. */
export async function stepsOf(db: Database, payment: ListedPayment): Promise<Step[]> {
  const { id, amount, createdAt, movedAt, settledAt, kind, stripePaymentIntentId: intentId } = payment;
  const loadedSteps = await Promise.all([
    ordersStep(db, id),
    returnStep(db, payment),
    transferStep(db, id),
    ...intentSteps(db, intentId),
  ]);
  const steps: Step[] = [{ kind: 'created', at: createdAt, amount }, ...loadedSteps.flat()];
  if (movedAt) steps.push({ kind: 'succeeded', at: movedAt, amount });
  if (settledAt && kind === 'registration') steps.push({ kind: 'settled', at: settledAt });
  if (payment.status === 'failed') steps.push({ kind: 'failed', at: null });
  if (payment.status === 'cancelled' && !steps.some((one) => one.kind === 'cancelled'))
    steps.push({ kind: 'cancelled', at: null });
  return steps.toSorted((a, b) => secondOf(a) - secondOf(b) || stepOrder(a) - stepOrder(b));
}

/** Stripe's times are whole seconds; within one second, steps follow the order of PAYMENT_STEPS. */
const secondOf = ({ at }: Step): number => (at ? Math.floor(at.getTime() / 1_000) : Number.MAX_SAFE_INTEGER);
const stepOrder = ({ kind }: Step): number => PAYMENT_STEPS.indexOf(kind);

const ordersStep = async (db: Database, paymentId: string): Promise<Step[]> =>
  (await ordersOf(db, paymentId)).map(({ order }) => ({
    kind: 'refund_ordered',
    at: order.orderedAt,
    amount: order.amount,
    status: order.state,
    order,
  }));

/** Credits returned because the registration refused the payment. */
async function returnStep(db: Database, { id, method }: ListedPayment): Promise<Step[]> {
  if (method !== 'credits') return [];
  const entry = await db
    .selectFrom('creditTransactions')
    .select(['delta', 'createdAt'])
    .where('operationKey', '=', operationKey('giveback', id))
    .executeTakeFirst();
  return entry ? [{ kind: 'returned', at: entry.createdAt, amount: entry.delta }] : [];
}

async function transferStep(db: Database, paymentId: string): Promise<Step[]> {
  const transfer = await findTransfer(db, paymentId);
  if (!transfer) return [];
  const { recordedAt: at, amount, reference } = transfer;
  return [{ kind: 'transferred', at, amount, reference }];
}

const intentSteps = (db: Database, intentId: string | null): Promise<Step[]>[] =>
  intentId === null ? [] : [triesOf(db, intentId), refundSteps(db, intentId), disputeSteps(db, intentId)];

/** Declines and cancellation, from Stripe's events. */
async function triesOf(db: Database, intentId: string): Promise<Step[]> {
  const rows = await db
    .selectFrom('paymentWebhookEvents')
    .select(['eventType', 'occurredAt', 'declineCode', 'declineMessage'])
    .where('paymentIntentId', '=', intentId)
    .where('eventType', 'in', ['payment_intent.payment_failed', 'payment_intent.canceled'])
    .where('status', '=', 'processed')
    .orderBy('occurredAt', 'desc')
    .limit(MAX_TRIES)
    .execute();
  return rows.map(({ eventType, occurredAt: at, ...row }) => {
    const decline = declineOfRow(row);
    if (eventType === 'payment_intent.canceled') return { kind: 'cancelled', at };
    return { kind: 'declined', at, ...(decline ? { decline } : {}) };
  });
}

async function refundSteps(db: Database, intentId: string): Promise<Step[]> {
  const rows = await db
    .selectFrom('stripeRefunds')
    .select(['id as reference', 'amount', 'status', 'createdAt as at'])
    .where('paymentIntentId', '=', intentId)
    .execute();
  return rows.map((row) => ({ kind: 'refund', ...row }));
}

async function disputeSteps(db: Database, intentId: string): Promise<Step[]> {
  const rows = await db
    .selectFrom('stripeDisputes')
    .select(['id as reference', 'amount', 'status', 'createdAt', 'toldAt'])
    .where('paymentIntentId', '=', intentId)
    .execute();
  return rows.map(({ createdAt, toldAt, ...row }) => ({ kind: 'dispute', at: createdAt ?? toldAt, ...row }));
}
