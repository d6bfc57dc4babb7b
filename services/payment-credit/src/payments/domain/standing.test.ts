import { expect, it } from 'vitest';
import { decision } from '../../domain/decision.ts';
import { openProviderPayment, type RegistrationPayment } from './registration-payment.ts';
import { closureOf, closureWithTime, withClosure } from './standing.ts';

const now = new Date('2026-11-27T12:00:00Z');
const settled: RegistrationPayment = {
  ...openProviderPayment(
    { id: 'p1', registrationId: 'r1', userId: 'u1', amount: 349_900, title: 'Programa' },
    now,
  ),
  status: 'settled',
};

it.each<[string, Partial<RegistrationPayment>, string | undefined]>([
  ['is open while nothing stands against it', {}, undefined],
  ['is open while a part was returned', { refundedAmount: 349_899, flag: 'refunded' }, undefined],
  ['is closed once all was returned', { refundedAmount: 349_900, flag: 'refunded' }, 'refunded'],
  ['is open while a dispute is', { disputeState: 'open', flag: 'disputed' }, undefined],
  [
    'is closed by a lost dispute, whatever was returned',
    { disputeState: 'lost', refundedAmount: 349_900 },
    'dispute_lost',
  ],
  ['is open when the dispute is won', { disputeState: 'won' }, undefined],
  [
    'is closed with the purchase that had brought its credits',
    { method: 'credits', flag: 'refunded' },
    'refunded',
  ],
  [
    'is closed when that purchase was lost in a dispute',
    { method: 'credits', flag: 'disputed' },
    'dispute_lost',
  ],
  ['closes no case before it is settled', { status: 'giving_back', refundedAmount: 349_900 }, undefined],
])('a registration’s case %s', (_name, over, reason) => {
  expect(closureOf({ ...settled, ...over })?.reason).toBe(reason);
});

it('sets and announces the closing time once', () => {
  const closed = withClosure(settled, decision({ ...settled, refundedAmount: 349_900 }), now);
  expect(closed.facts).toEqual([{ kind: 'flag-changed' }]);
  expect(closureWithTime(closed.next)).toEqual({ reason: 'refunded', amountCents: 349_900, at: now });
  const later = new Date(now.getTime() + 1);
  const again = withClosure(closed.next, decision({ ...closed.next, title: 'Outro' }), later);
  expect(again.facts).toEqual([]);
  expect(again.next.closedAt).toEqual(now);
  const lost = withClosure(closed.next, decision({ ...closed.next, disputeState: 'lost' }), later);
  expect(closureWithTime(lost.next)).toMatchObject({ reason: 'dispute_lost', at: now });
});

it('reopens the case when the refund failed', () => {
  const closed = { ...settled, refundedAmount: 349_900, closedAt: now };
  const open = withClosure(
    closed,
    decision({ ...closed, refundedAmount: 0 }, [{ kind: 'flag-changed' }]),
    now,
  );
  expect(open.next.closedAt).toBeNull();
  expect(open.facts).toEqual([{ kind: 'flag-changed' }]);
});
