import type { Clock } from '@g2/kit/ids';
import { isFinal } from './domain/intent.ts';
import { isStuck, type RegistrationPayment } from './payments/domain/registration-payment.ts';
import type { CreditPurchase } from './purchases/domain/purchase.ts';

/** ask_*: read the intent from Stripe. follow: send flag and closure to the registration service. */
export type Task = 'settle' | 'give_back' | 'ask_payment' | 'ask_purchase' | 'refund' | 'follow';

/** @param afterMs delay before the first run */
export type ScheduledTask = { task: Task; afterMs: number };

/** Delay before Stripe (`stale`) and the registration (`remind`) are called again, ms. */
export type RetryDelays = { staleMs: number; remindMs: number };

export type ScheduleContext = { now: Date; waits: RetryDelays };

export const scheduleContext = ({
  clock,
  waits: delays,
}: {
  clock: Clock;
  waits: RetryDelays;
}): ScheduleContext => ({ now: clock(), waits: delays });

/** Null when nothing is left to do, or only an admin can act. */
export function taskOfPayment(payment: RegistrationPayment, delays: RetryDelays): ScheduledTask | null {
  switch (payment.status) {
    case 'open':
      return { task: 'ask_payment', afterMs: delays.staleMs };
    case 'captured':
      return { task: 'settle', afterMs: delays.remindMs };
    case 'cancelled':
      // The intent must still be cancelled at Stripe, unless none exists or its status is final.
      if (payment.stripePaymentIntentId === null || isFinal(payment.stripeStatus)) return null;
      return { task: 'ask_payment', afterMs: 0 };
    case 'giving_back':
      if (isStuck(payment)) return null;
      return { task: 'give_back', afterMs: payment.refundAttempt === 0 ? 0 : delays.staleMs };
    default:
      return null;
  }
}

/** True when this change replaces the payment's scheduled task. */
export const restartsTask = (
  before: RegistrationPayment,
  next: RegistrationPayment,
  delays: RetryDelays,
): boolean =>
  before.status !== next.status ||
  before.refundAttempt !== next.refundAttempt ||
  taskOfPayment(before, delays)?.task !== taskOfPayment(next, delays)?.task;

/** The rpc that creates the order sends it to Stripe at once. If that fails, the loop sends it later. */
export const refundOrderTask = (delays: RetryDelays): ScheduledTask => ({
  task: 'refund',
  afterMs: delays.staleMs,
});

/** Task that sends flag and closure to the registration service, in case payment.flag_changed is lost. */
export const followTask = (delays: RetryDelays): ScheduledTask => ({
  task: 'follow',
  afterMs: delays.remindMs,
});

export const taskOfPurchase = ({ status }: CreditPurchase, delays: RetryDelays): ScheduledTask | null =>
  status === 'pending' ? { task: 'ask_purchase', afterMs: delays.staleMs } : null;
