import type { Clock } from '@g2/kit/ids';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import type { CreditPurchase } from './purchases/domain/purchase.ts';
import { isStuck } from './stripe/domain/chargeback.ts';
import { isFinal } from './stripe/domain/intent.ts';

/** ask_*: read the intent from Stripe. follow: send flag and closure to the registration. */
export type Task = 'settle' | 'give_back' | 'ask_payment' | 'ask_purchase' | 'refund' | 'follow';

/** @param afterMs delay before the first run */
export type Work = { task: Task; afterMs: number };

/** Delay before Stripe (`stale`) and the registration (`remind`) are called again, ms. */
export type Waits = { staleMs: number; remindMs: number };

export type When = { now: Date; waits: Waits };

export const whenOf = ({ clock, waits }: { clock: Clock; waits: Waits }): When => ({ now: clock(), waits });

/** Null when nothing is left to do, or only an admin can act. */
export function paymentWork(payment: RegistrationPayment, waits: Waits): Work | null {
  switch (payment.status) {
    case 'open':
      return { task: 'ask_payment', afterMs: waits.staleMs };
    case 'captured':
      return { task: 'settle', afterMs: waits.remindMs };
    case 'cancelled':
      // Not yet cancelled at Stripe. Without an intent there is nothing to cancel.
      if (payment.stripePaymentIntentId === null || isFinal(payment.stripeStatus)) return null;
      return { task: 'ask_payment', afterMs: 0 };
    case 'giving_back':
      if (isStuck(payment)) return null;
      return { task: 'give_back', afterMs: payment.refundAttempt === 0 ? 0 : waits.staleMs };
    default:
      return null;
  }
}

/** True when the schedule restarts with this change. */
export const changesWork = (before: RegistrationPayment, next: RegistrationPayment, waits: Waits): boolean =>
  before.status !== next.status ||
  before.refundAttempt !== next.refundAttempt ||
  paymentWork(before, waits)?.task !== paymentWork(next, waits)?.task;

/** The order's own call sends it at once; the loop sends it if that failed. */
export const orderWork = (waits: Waits): Work => ({ task: 'refund', afterMs: waits.staleMs });

/** Fallback for a lost payment.flag_changed event. */
export const followWork = (waits: Waits): Work => ({ task: 'follow', afterMs: waits.remindMs });

export const purchaseWork = ({ status }: CreditPurchase, waits: Waits): Work | null =>
  status === 'pending' ? { task: 'ask_purchase', afterMs: waits.staleMs } : null;
