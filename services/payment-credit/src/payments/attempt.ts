import type { IntentFacts } from '../domain/intent.ts';
import type { CreditPurchase } from '../purchases/domain/purchase.ts';
import { findPurchase, lockPurchase, lockPurchaseOfIntent } from '../purchases/store.ts';
import { type RetryDelays, type ScheduledTask, taskOfPayment, taskOfPurchase } from '../schedule.ts';
import type { Database, Tx } from '../store.ts';
import type { RegistrationPayment } from './domain/registration-payment.ts';
import { findPayment, lockPayment, lockPaymentOfIntent } from './store.ts';

/** What an intent collects: the payment of a registration, or the price of a purchase of credits. */
export type Attempt =
  | { kind: 'payment'; row: RegistrationPayment }
  | { kind: 'purchase'; row: CreditPurchase };

export const findAttempt = (db: Database, id: string): Promise<Attempt | undefined> =>
  firstOf(
    () => findPayment(db, id),
    () => findPurchase(db, id),
  );

export const lockAttempt = (tx: Tx, id: string): Promise<Attempt | undefined> =>
  firstOf(
    () => lockPayment(tx, id),
    () => lockPurchase(tx, id),
  );

/** Finds the attempt by stored intent id, else by the intent's metadata: a crash may precede storing the id. */
export const lockAttemptOfIntent = (tx: Tx, { id, metadata }: IntentFacts): Promise<Attempt | undefined> =>
  firstOf(
    async () =>
      (await lockPaymentOfIntent(tx, id)) ??
      (metadata.kind === 'registration' ? lockPayment(tx, metadata.paymentId ?? '') : undefined),
    async () =>
      (await lockPurchaseOfIntent(tx, id)) ??
      (metadata.kind === 'purchase' ? lockPurchase(tx, metadata.purchaseId ?? '') : undefined),
  );

async function firstOf(
  findOne: () => Promise<RegistrationPayment | undefined>,
  findOther: () => Promise<CreditPurchase | undefined>,
): Promise<Attempt | undefined> {
  const payment = await findOne();
  if (payment) return { kind: 'payment', row: payment };
  const purchase = await findOther();
  return purchase && { kind: 'purchase', row: purchase };
}

export const intentIdOf = ({ kind, row }: Attempt): string | null =>
  kind === 'payment' ? row.stripePaymentIntentId : row.paymentIntentId;

export const isOpenAttempt = ({ row }: Attempt): boolean => row.status === 'open' || row.status === 'pending';

export const taskOfAttempt = ({ kind, row }: Attempt, waits: RetryDelays): ScheduledTask | null =>
  kind === 'payment' ? taskOfPayment(row, waits) : taskOfPurchase(row, waits);
