import type { Clock } from '@g2/kit/ids';
import type { RegistrationPayment } from './payments/domain/registration-payment.ts';
import type { CreditPurchase } from './purchases/domain/purchase.ts';
import { isStuck } from './stripe/domain/chargeback.ts';
import { isFinal } from './stripe/domain/intent.ts';

/**
 * What a loop does: asks the registration, gives back, asks Stripe what became of an intent, sends a refund that an admin
 * ordered, or makes sure that the registration knows what stands against its payment.
 */
export type Task = 'settle' | 'give_back' | 'ask_payment' | 'ask_purchase' | 'refund' | 'follow';

/** @param afterMs how long from now until it is first looked at */
export type Work = { task: Task; afterMs: number };

/** How long Stripe's and the registration's word are waited for before they are asked, ms. */
export type Waits = { staleMs: number; remindMs: number };

/** The moment of a change, and the waits that begin with it. */
export type When = { now: Date; waits: Waits };

export const whenOf = ({ clock, waits }: { clock: Clock; waits: Waits }): When => ({ now: clock(), waits });

/** What a payment waits for; null when nothing is left to do, or an admin must. */
export function paymentWork(payment: RegistrationPayment, waits: Waits): Work | null {
  switch (payment.status) {
    case 'open':
      return { task: 'ask_payment', afterMs: waits.staleMs };
    case 'captured':
      return { task: 'settle', afterMs: waits.remindMs };
    case 'cancelled':
      // Here, but not yet at Stripe; where there is no intent, there is nothing to cancel.
      if (payment.stripePaymentIntentId === null || isFinal(payment.stripeStatus)) return null;
      return { task: 'ask_payment', afterMs: 0 };
    case 'giving_back':
      if (isStuck(payment)) return null;
      return { task: 'give_back', afterMs: payment.refundAttempt === 0 ? 0 : waits.staleMs };
    default:
      return null;
  }
}

/** True when what it waits for begins anew with this change. */
export const changesWork = (before: RegistrationPayment, next: RegistrationPayment, waits: Waits): boolean =>
  before.status !== next.status ||
  before.refundAttempt !== next.refundAttempt ||
  paymentWork(before, waits)?.task !== paymentWork(next, waits)?.task;

/** An ordered refund is sent at once by whoever takes the order: a loop comes to one that was not. */
export const orderWork = (waits: Waits): Work => ({ task: 'refund', afterMs: waits.staleMs });

/** The registration is told by an event; should it be lost, by a call. */
export const followWork = (waits: Waits): Work => ({ task: 'follow', afterMs: waits.remindMs });

/** The same of a purchase: only one that is pending is asked about. */
export const purchaseWork = ({ status }: CreditPurchase, waits: Waits): Work | null =>
  status === 'pending' ? { task: 'ask_purchase', afterMs: waits.staleMs } : null;
