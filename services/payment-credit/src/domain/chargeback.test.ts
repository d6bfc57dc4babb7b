import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { disputePayment, refundPayment, reversePurchase } from './chargeback.ts';
import { applyIntent, type CreditPurchase, newPurchase, purchaseMetadata } from './purchase.ts';
import { openCard, type RegistrationPayment } from './registration-payment.ts';

const now = new Date('2026-11-21T12:00:00Z');
const offer = { packageType: 'custom', priceInCents: 10_000, credits: 10_000 } as const;
const pending = newPurchase({ id: 'c1', userId: 'u1', offer }, now, 60_000);
const paidIntent = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 10_000,
  amountReceived: 10_000,
  currency: 'brl',
  livemode: false,
  metadata: purchaseMetadata(pending),
};
const completed = applyIntent(pending, paidIntent, now).next;
const settled: RegistrationPayment = {
  ...openCard({ id: 'p1', registrationId: 'r1', userId: 'u1', amount: 1_000, title: '' }, now, {
    staleMs: 1,
    remindMs: 1,
  }),
  status: 'settled',
};
const dispute = (status: string) => ({ id: 'du_1', status, amount: 1_000 });

describe('a purchase', () => {
  it('brings its credits once, whatever comes after', () => {
    expect(applyIntent(pending, paidIntent, now).entries).toMatchObject([
      { delta: 10_000, operationKey: 'purchase:c1' },
    ]);
    for (const status of ['succeeded', 'canceled', 'requires_payment_method']) {
      expect(applyIntent(completed, { ...paidIntent, status }, now)).toEqual({
        next: completed,
        facts: [],
        entries: [],
      });
    }
  });

  it('stays pending after a failed try, ends when cancelled, and counts a success even then', () => {
    const tried = applyIntent(pending, { ...paidIntent, status: 'requires_payment_method' }, now).next;
    expect(tried).toMatchObject({ status: 'pending', paymentIntentStatus: 'requires_payment_method' });
    const cancelled = applyIntent(pending, { ...paidIntent, status: 'canceled' }, now).next;
    expect(cancelled).toMatchObject({ status: 'cancelled', nextCheckAt: null });
    expect(applyIntent(cancelled, paidIntent, now).next.status).toBe('completed');
  });
});

describe('a reversal', () => {
  it('debits what is left and leaves the rest owed', () => {
    const { entries, owed, next } = reversePurchase(completed, { refunded: 10_000, disputed: 0 }, 3_000);
    expect(entries).toMatchObject([{ delta: -3_000 }]);
    expect(owed).toBe(7_000);
    expect(next.reversedCredits).toBe(10_000);
    expect(reversePurchase(completed, { refunded: 10_000, disputed: 0 }, 0)).toMatchObject({
      entries: [],
      owed: 10_000,
    });
  });

  it('takes back, over any course of refunds and disputes, what was bought and no more', () => {
    const told = fc.record({ refunded: fc.nat(12_000), disputed: fc.nat(12_000), balance: fc.nat(12_000) });
    fc.assert(
      fc.property(fc.array(told, { maxLength: 8 }), (course) => {
        let purchase: CreditPurchase = completed;
        let taken = 0;
        const keys = new Set<string>();
        for (const { refunded, disputed, balance } of course) {
          const { next, entries, owed } = reversePurchase(purchase, { refunded, disputed }, balance);
          for (const entry of entries) {
            expect(-entry.delta).toBeLessThanOrEqual(balance);
            expect(keys.has(entry.operationKey)).toBe(false);
            keys.add(entry.operationKey);
            taken -= entry.delta;
          }
          taken += owed;
          purchase = next;
          expect(taken).toBe(purchase.reversedCredits);
        }
        const most = Math.min(10_000, purchase.refundedAmount + purchase.disputedAmount);
        expect(taken).toBe(most);
      }),
    );
  });
});

describe('a registration’s payment', () => {
  it('is flagged by a refund, once per amount; our own giving back flags nothing', () => {
    const refunded = refundPayment(settled, 400);
    expect(refunded.next).toMatchObject({ flag: 'refunded', refundedAmount: 400 });
    expect(refunded.facts.map((one) => one.kind)).toEqual(['flag-changed', 'alert']);
    expect(refundPayment(refunded.next, 400).facts).toEqual([]);
    expect(refundPayment({ ...settled, status: 'giving_back' }, 1_000)).toMatchObject({
      next: { flag: null, refundedAmount: 1_000 },
      facts: [],
    });
  });

  it('is flagged while a dispute is open or lost, cleared when it is won', () => {
    const open = disputePayment(settled, dispute('needs_response')).next;
    expect(open.flag).toBe('disputed');
    expect(disputePayment(open, dispute('lost'))).toMatchObject({ next: { flag: 'disputed' } });
    expect(disputePayment(open, dispute('won')).next.flag).toBeNull();
    expect(disputePayment({ ...open, refundedAmount: 1 }, dispute('won')).next.flag).toBe('refunded');
    expect(disputePayment(settled, dispute('warning_needs_response')).next.flag).toBeNull();
  });
});
