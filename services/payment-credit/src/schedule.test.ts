import type { PaymentStatus, PurchaseStatus } from '@g2/terms/payments';
import { describe, expect, it } from 'vitest';
import { openProviderPayment, type RegistrationPayment } from './payments/domain/registration-payment.ts';
import { newPurchase } from './purchases/domain/purchase.ts';
import { restartsTask, taskOfPayment, taskOfPurchase } from './schedule.ts';

const now = new Date('2026-11-21T12:00:00Z');
const waits = { staleMs: 60_000, remindMs: 15_000 };
const open = openProviderPayment(
  { id: 'p1', registrationId: 'r1', userId: 'u1', amount: 1_000, title: '' },
  now,
);
const payment = (more: Partial<RegistrationPayment>): RegistrationPayment => ({ ...open, ...more });

const ASKED = { stripePaymentIntentId: 'pi_1' };
const PAYMENTS: [PaymentStatus, Partial<RegistrationPayment>, ReturnType<typeof taskOfPayment>][] = [
  ['open', {}, { task: 'ask_payment', afterMs: 60_000 }],
  ['captured', {}, { task: 'settle', afterMs: 15_000 }],
  ['settled', {}, null],
  ['failed', {}, null],
  ['given_back', {}, null],
  ['cancelled', { ...ASKED, stripeStatus: 'requires_action' }, { task: 'ask_payment', afterMs: 0 }],
  // Stripe has no intent, so there is nothing to cancel.
  ['cancelled', {}, null],
  ['cancelled', { ...ASKED, stripeStatus: 'canceled' }, null],
  ['giving_back', {}, { task: 'give_back', afterMs: 0 }],
  ['giving_back', { refundAttempt: 1 }, { task: 'give_back', afterMs: 60_000 }],
  ['giving_back', { refundAttempt: 3 }, null],
];

describe('the task of a payment', () => {
  it.each(PAYMENTS)('follows from its status: %s, %o', (status, more, work) => {
    expect(taskOfPayment(payment({ ...more, status }), waits)).toEqual(work);
  });

  it('restarts after a new status, a failed refund or a cancellation at Stripe, but not after a declined card', () => {
    const changes = (before: RegistrationPayment, next: RegistrationPayment) =>
      restartsTask(before, next, waits);
    expect(changes(open, payment({ status: 'captured' }))).toBe(true);
    expect(changes(open, payment({ status: 'cancelled' }))).toBe(true);
    const giving = payment({ status: 'giving_back' });
    expect(changes(giving, { ...giving, refundAttempt: 1 })).toBe(true);
    const cancelled = payment({ ...ASKED, status: 'cancelled' });
    expect(changes(cancelled, { ...cancelled, stripeStatus: 'canceled' })).toBe(true);
    expect(changes(open, payment({ stripeStatus: 'requires_payment_method', declineCode: 'x' }))).toBe(false);
  });
});

it.each(['pending', 'completed', 'failed', 'cancelled'] as PurchaseStatus[])(
  'only a pending purchase has a task: %s',
  (status) => {
    const offer = { packageType: 'custom', priceInCents: 100, credits: 100 } as const;
    const purchase = { ...newPurchase({ id: 'c1', userId: 'u1', offer }, now), status };
    expect(taskOfPurchase(purchase, waits)).toEqual(
      status === 'pending' ? { task: 'ask_purchase', afterMs: 60_000 } : null,
    );
  },
);
