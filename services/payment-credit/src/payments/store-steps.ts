import { PAYMENT_STEPS, type PaymentStep } from '@g2/terms/payments';
import type { Database } from '../store.ts';
import { type Decline, declineIn } from '../stripe/domain/intent.ts';
import type { RefundOrder } from '../stripe/domain/refund-order.ts';
import { ordersOf } from '../stripe/store-refund-orders.ts';
import { operationKey } from './domain/registration-payment.ts';
import type { ListedPayment } from './store-list.ts';
import { findTransfer } from './store-transfers.ts';

/** Something that happened to a payment. Cents. */
export type Step = {
  kind: PaymentStep;
  /** Null when it is not known. */
  at: Date | null;
  amount?: number;
  status?: string;
  decline?: Decline;
  reference?: string;
  order?: RefundOrder;
};

/** So many tries of one intent are told of. */
const MOST_TRIES = 100;

/** All that is known to have happened to a payment, oldest first; what has no time, last. */
export async function stepsOf(db: Database, payment: ListedPayment): Promise<Step[]> {
  const { id, amount, createdAt, movedAt, settledAt, kind, stripePaymentIntentId: intentId } = payment;
  const told = await Promise.all([
    ordersStep(db, id),
    returnStep(db, payment),
    transferStep(db, id),
    ...ofIntent(db, intentId),
  ]);
  const steps: Step[] = [{ kind: 'created', at: createdAt, amount }, ...told.flat()];
  if (movedAt) steps.push({ kind: 'succeeded', at: movedAt, amount });
  if (settledAt && kind === 'registration') steps.push({ kind: 'settled', at: settledAt });
  if (payment.status === 'failed') steps.push({ kind: 'failed', at: null });
  if (payment.status === 'cancelled' && !steps.some((one) => one.kind === 'cancelled'))
    steps.push({ kind: 'cancelled', at: null });
  return steps.toSorted((a, b) => secondOf(a) - secondOf(b) || placeOf(a) - placeOf(b));
}

/** Stripe tells whole seconds: what happened within one is put in the order things happen in. */
const secondOf = ({ at }: Step): number => (at ? Math.floor(at.getTime() / 1_000) : Number.MAX_SAFE_INTEGER);
const placeOf = ({ kind }: Step): number => PAYMENT_STEPS.indexOf(kind);

const ordersStep = async (db: Database, paymentId: string): Promise<Step[]> =>
  (await ordersOf(db, paymentId)).map(({ order }) => ({
    kind: 'refund_ordered',
    at: order.orderedAt,
    amount: order.amount,
    status: order.state,
    order,
  }));

/** Credits that the registration did not take. */
async function returnStep(db: Database, { id, method }: ListedPayment): Promise<Step[]> {
  if (method !== 'credits') return [];
  const entry = await db
    .selectFrom('creditTransactions')
    .select(['delta', 'createdAt'])
    .where('operationKey', '=', operationKey('giveback', id))
    .executeTakeFirst();
  return entry ? [{ kind: 'returned', at: entry.createdAt, amount: entry.delta }] : [];
}

/** Of a boleto that came too late. */
async function transferStep(db: Database, paymentId: string): Promise<Step[]> {
  const transfer = await findTransfer(db, paymentId);
  if (!transfer) return [];
  const { recordedAt: at, amount, reference } = transfer;
  return [{ kind: 'transferred', at, amount, reference }];
}

const ofIntent = (db: Database, intentId: string | null): Promise<Step[]>[] =>
  intentId === null ? [] : [triesOf(db, intentId), refundSteps(db, intentId), disputeSteps(db, intentId)];

/** What Stripe's own events told: cards that were declined, and an end without a payment. */
async function triesOf(db: Database, intentId: string): Promise<Step[]> {
  const rows = await db
    .selectFrom('paymentWebhookEvents')
    .select(['eventType', 'occurredAt', 'declineCode', 'declineMessage'])
    .where('paymentIntentId', '=', intentId)
    .where('eventType', 'in', ['payment_intent.payment_failed', 'payment_intent.canceled'])
    .where('status', '=', 'processed')
    .orderBy('occurredAt', 'desc')
    .limit(MOST_TRIES)
    .execute();
  return rows.map(({ eventType, occurredAt: at, ...row }) => {
    const decline = declineIn(row);
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
