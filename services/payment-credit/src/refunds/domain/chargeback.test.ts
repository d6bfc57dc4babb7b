import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SystemEntry } from '../../domain/decision.ts';
import { debtPayment } from '../../ledger/domain/debt.ts';
import {
  isStuck,
  openProviderPayment,
  type RegistrationPayment,
} from '../../payments/domain/registration-payment.ts';
import {
  applyIntent,
  type CreditPurchase,
  newPurchase,
  purchaseMetadata,
} from '../../purchases/domain/purchase.ts';
import { disputePayment, paymentsToFlag, refundKey, refundPayment, reversePurchase } from './chargeback.ts';

const now = new Date('2026-11-21T12:00:00Z');
const offer = { packageType: 'custom', priceInCents: 10_000, credits: 10_000 } as const;
const pending = newPurchase({ id: 'c1', userId: 'u1', offer }, now);
const paidIntent = {
  id: 'pi_1',
  status: 'succeeded',
  amount: 10_000,
  amountReceived: 10_000,
  currency: 'brl',
  livemode: false,
  metadata: purchaseMetadata(pending),
  decline: null,
};
const completed = applyIntent(pending, paidIntent, now).next;
const settled: RegistrationPayment = {
  ...openProviderPayment({ id: 'p1', registrationId: 'r1', userId: 'u1', amount: 1_000, title: '' }, now),
  status: 'settled',
};
const dispute = (status: string) => ({ id: 'du_1', status, amount: 1_000 });
const disputed = (payment: RegistrationPayment, ...statuses: string[]) => {
  const disputes = statuses.map(dispute);
  return disputePayment(payment, disputes, disputes);
};

describe('a purchase of credits', () => {
  it('adds its credits once, whatever Stripe reports later', () => {
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

  it('[purchase-states] stays pending after a declined card and is completed by a success after its cancellation', () => {
    const tried = applyIntent(pending, { ...paidIntent, status: 'requires_payment_method' }, now).next;
    expect(tried).toMatchObject({ status: 'pending', paymentIntentStatus: 'requires_payment_method' });
    const cancelled = applyIntent(pending, { ...paidIntent, status: 'canceled' }, now).next;
    expect(cancelled).toMatchObject({ status: 'cancelled' });
    expect(applyIntent(cancelled, paidIntent, now).next.status).toBe('completed');
  });
});

/** Purchases of any price and any number of credits: reversals must not rely on one cent per hundredth. */
const purchases = fc
  .record({ price: fc.integer({ min: 1, max: 20_000 }), credits: fc.integer({ min: 1, max: 20_000 }) })
  .map(
    ({ price, credits }): CreditPurchase => ({
      ...completed,
      priceInCents: price,
      creditsAmount: credits,
    }),
  );

describe('the reversal of a purchase', () => {
  it('debits the available credits and records the rest as debt', () => {
    const { entries, owed, next } = reversePurchase(completed, { refunded: 10_000, disputed: 0 }, 3_000);
    expect(entries).toMatchObject([{ delta: -3_000 }]);
    expect(owed).toBe(7_000);
    expect(next).toMatchObject({ reversedCredits: 10_000, shortCredits: 7_000 });
    expect(reversePurchase(completed, { refunded: 10_000, disputed: 0 }, 0)).toMatchObject({
      entries: [],
      owed: 10_000,
    });
  });

  it('rounds up the credits of a partial refund', () => {
    const odd: CreditPurchase = { ...completed, priceInCents: 3, creditsAmount: 10 };
    const taken = [1, 2, 3].map((refunded) => reversePurchase(odd, { refunded, disputed: 0 }, 10).next);
    expect(taken.map((one) => one.reversedCredits)).toEqual([4, 7, 10]);
  });

  it('returns all credits when it is undone', () => {
    const lost = reversePurchase(completed, { refunded: 0, disputed: 10_000 }, 3_000).next;
    const back = reversePurchase(lost, { refunded: 0, disputed: 0 }, 0);
    expect(back.entries).toMatchObject([{ delta: 10_000, reason: 'Estorno de compra de créditos desfeito' }]);
    expect(back.owed).toBe(0);
    expect(back.next).toMatchObject({ reversedCredits: 0, shortCredits: 0, disputedAmount: 0 });
    // A second lost dispute gets another operation key.
    const again = reversePurchase(back.next, { refunded: 0, disputed: 10_000 }, 10_000);
    expect(again.entries[0]?.operationKey).not.toBe(
      reversePurchase(completed, { refunded: 0, disputed: 10_000 }, 3_000).entries[0]?.operationKey,
    );
  });

  it('keeps account and purchase consistent for any price and any sequence of refunds and disputes', () => {
    const totals = fc.record({ refunded: fc.nat(25_000), disputed: fc.nat(25_000), spent: fc.nat(20_000) });
    fc.assert(
      fc.property(purchases, fc.array(totals, { maxLength: 8 }), (bought, sequence) => {
        let purchase = bought;
        let [balance, owed] = [bought.creditsAmount, 0];
        const keys = new Set<string>();
        const applyEntry = (entry: SystemEntry) => {
          expect(entry.delta).not.toBe(0);
          expect(keys.has(entry.operationKey)).toBe(false);
          keys.add(entry.operationKey);
          balance += entry.delta;
          expect(balance).toBeGreaterThanOrEqual(0);
        };
        for (const { refunded, disputed, spent } of sequence) {
          balance -= Math.min(balance, spent);
          const total = balance - owed + purchase.reversedCredits;
          const reversal = reversePurchase(purchase, { refunded, disputed }, balance);
          owed += reversal.owed;
          for (const entry of reversal.entries) {
            applyEntry(entry);
            const settlement = entry.delta > 0 && debtPayment('u1', { balance, owed }, `${keys.size}`);
            if (settlement) applyEntry(settlement);
            if (settlement) owed += settlement.delta;
          }
          purchase = reversal.next;
          // Invariant: balance less debt changes only by the reversed credits.
          expect(balance - owed + purchase.reversedCredits).toBe(total);
          expect(owed === 0 || balance === 0).toBe(true);
          const cents = Math.min(purchase.priceInCents, refunded + disputed);
          const exact = (cents * purchase.creditsAmount) / purchase.priceInCents;
          expect(purchase.reversedCredits).toBeGreaterThanOrEqual(exact);
          expect(purchase.reversedCredits - exact).toBeLessThan(1);
          expect(purchase.shortCredits).toBeLessThanOrEqual(purchase.reversedCredits);
        }
      }),
    );
  });
});

describe('payments made with the credits of a reversed purchase', () => {
  const spent = (id: string, amount: number) => ({ id, amount });
  const ids = (found: { id: string }[]) => found.map((one) => one.id);

  it('are flagged, newest first, until they cover the shortfall', () => {
    const all = [spent('new', 100), spent('mid', 100), spent('old', 100)];
    expect(ids(paymentsToFlag([], all, 0))).toEqual([]);
    expect(ids(paymentsToFlag([], all, 1))).toEqual(['new']);
    expect(ids(paymentsToFlag([], all, 150))).toEqual(['new', 'mid']);
    expect(ids(paymentsToFlag([], all, 1_000))).toEqual(['new', 'mid', 'old']);
  });

  it('stay flagged only while they are needed to cover the shortfall', () => {
    const flagged = [spent('b', 100), spent('a', 100)];
    expect(ids(paymentsToFlag(flagged, [spent('newer', 100)], 200))).toEqual(['b', 'a']);
    expect(ids(paymentsToFlag(flagged, [spent('newer', 100)], 201))).toEqual(['b', 'a', 'newer']);
    expect(ids(paymentsToFlag(flagged, [], 50))).toEqual(['b']);
    expect(paymentsToFlag(flagged, [], 0)).toEqual([]);
  });

  it('are flagged until they cover the shortfall or all are flagged, and none beyond that', () => {
    const payments = fc.array(fc.integer({ min: 1, max: 500 }), { maxLength: 12 });
    fc.assert(
      fc.property(payments, fc.nat(3_000), (amounts, short) => {
        const all = amounts.map((amount, index) => spent(`${index}`, amount));
        const found = paymentsToFlag([], all, short);
        const sum = found.reduce((total, one) => total + one.amount, 0);
        expect(sum >= short || found.length === all.length).toBe(true);
        expect(sum - (found.at(-1)?.amount ?? 0)).toBeLessThan(Math.max(short, 1));
      }),
    );
  });
});

describe('a registration’s payment', () => {
  const refunded = (payment: RegistrationPayment, live: number) =>
    refundPayment(payment, { done: live, live, newlyFailed: 0, all: [] });

  it('is flagged by a refund and emits events once per refunded amount', () => {
    const part = refunded(settled, 400);
    expect(part.next).toMatchObject({ flag: 'refunded', refundedAmount: 400 });
    expect(part.facts.map((one) => one.kind)).toEqual(['flag-changed', 'refunded', 'alert']);
    expect(refunded(part.next, 400).facts).toEqual([]);
    expect(refunded(part.next, 500).facts.map((one) => one.kind)).toEqual(['refunded', 'alert']);
  });

  it('loses its flag when the refund fails, unless it is disputed', () => {
    const failed = { done: 0, live: 0, newlyFailed: 400, all: [] };
    const part = refunded(settled, 400).next;
    const free = refundPayment(part, failed);
    expect(free.next).toMatchObject({ flag: null, refundedAmount: 0, status: 'settled' });
    expect(free.facts).toMatchObject([
      { kind: 'flag-changed' },
      { kind: 'refunded', failed: true },
      { alert: { kind: 'refund-failed', nextAction: expect.stringContaining('reembolso de novo') } },
    ]);
    const both = { ...part, flag: 'disputed' } as const;
    expect(refundPayment(both, failed).next.flag).toBe('disputed');
  });

  it('stays returned when an admin transferred the money after a failed refund', () => {
    const all = [{ id: 're_1', amount: 1_000, status: 'failed' } as const];
    const failed = { done: 0, live: 0, newlyFailed: 0, all };
    const returned = {
      ...settled,
      refundedAmount: settled.amount,
      refundState: 'done',
      flag: 'refunded',
    } as const;
    const again = refundPayment(returned, failed, settled.amount);
    expect(again.next).toEqual(returned);
    expect(again.facts).toEqual([]);
    const boleto = { ...returned, status: 'given_back', flag: null } as const;
    expect(refundPayment(boleto, failed, settled.amount)).toMatchObject({ next: boleto, facts: [] });
    // Without a recorded transfer, the refund state follows Stripe again.
    expect(refundPayment(returned, failed).next).toMatchObject({ refundedAmount: 0, refundState: 'failed' });
  });

  it('is flagged while a dispute is open, lost or appealed, and loses the flag when it is won', () => {
    const open = disputed(settled, 'needs_response').next;
    expect(open.flag).toBe('disputed');
    for (const status of ['lost', 'appeal_under_review']) {
      expect(disputed(open, status).next.flag).toBe('disputed');
    }
    expect(disputed(open, 'won').next.flag).toBeNull();
    expect(disputed(open, 'won', 'under_review').next.flag).toBe('disputed');
    expect(disputed({ ...open, refundedAmount: 1 }, 'won').next.flag).toBe('refunded');
    expect(disputed(settled, 'warning_needs_response').next.flag).toBeNull();
  });

  it.each([
    ['needs_response', now],
    ['warning_needs_response', now],
    ['under_review', undefined],
    ['won', undefined],
    ['lost', undefined],
  ])('its alert has a deadline only while the dispute awaits a response: %s', (status, dueBy) => {
    const one = { ...dispute(status), dueBy: now };
    const { facts } = disputePayment(settled, [one], [one]);
    const [alert] = facts.flatMap((fact) => (fact.kind === 'alert' ? [fact.alert] : []));
    expect(alert?.kind).toBe('dispute');
    expect(alert?.dueBy).toEqual(dueBy);
  });
});

describe('a payment that is being given back', () => {
  const giving: RegistrationPayment = { ...settled, status: 'giving_back', settledAt: null };
  const follow = (payment: RegistrationPayment, done: number, live: number, newlyFailed = 0) =>
    refundPayment(payment, { done, live, newlyFailed, all: [] });

  it('is given back when its refund succeeds, but not while the refund is pending', () => {
    const pending = follow(giving, 0, 1_000);
    expect(pending.next).toMatchObject({ status: 'giving_back', refundedAmount: 0, flag: null });
    expect(pending.facts).toEqual([]);
    expect(follow(pending.next, 1_000, 1_000).next).toMatchObject({
      status: 'given_back',
      refundedAmount: 1_000,
    });
  });

  it('is refunded again under another idempotency key when its refund fails later', () => {
    const back = follow(giving, 1_000, 1_000).next;
    const failed = follow(back, 0, 0, 1_000);
    expect(failed.next).toMatchObject({ status: 'giving_back', refundedAmount: 0, refundAttempt: 1 });
    expect(failed.facts).toMatchObject([{ alert: { kind: 'refund-failed' } }]);
    expect(new Set([giving, { ...giving }, failed.next].map(refundKey)).size).toBe(2);
  });

  it('is left to an admin after three failed refunds and completed by a later refund', () => {
    const sequence = [1, 2, 3].reduce((payment) => follow(payment, 0, 0, 1_000).next, giving);
    expect(sequence).toMatchObject({ status: 'giving_back', refundAttempt: 3 });
    expect([giving, sequence].map(isStuck)).toEqual([false, true]);
    expect(follow(sequence, 1_000, 1_000).next.status).toBe('given_back');
  });

  it('stays given back when Stripe lists no refunds', () => {
    const back = { ...giving, status: 'given_back', refundedAmount: 1_000 } as const;
    expect(follow(back, 0, 0)).toEqual({ next: back, facts: [], entries: [] });
  });
});
