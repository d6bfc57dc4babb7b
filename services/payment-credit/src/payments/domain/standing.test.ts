import { expect, it } from 'vitest';
import { decision } from '../../domain/decision.ts';
import { openProviderPayment, type RegistrationPayment } from './registration-payment.ts';
import { closureOf, reportedStanding, withStanding } from './standing.ts';

const now = new Date('2026-11-27T12:00:00Z');
const settled: RegistrationPayment = {
  ...openProviderPayment(
    { id: 'p1', registrationId: 'r1', userId: 'u1', amount: 349_900, title: 'Programa' },
    now,
  ),
  status: 'settled',
};

it.each<[string, Partial<RegistrationPayment>, string | undefined]>([
  ['the case is open without a return or dispute', {}, undefined],
  ['the case is open after a partial return', { refundedAmount: 349_899, flag: 'refunded' }, undefined],
  ['the case is closed after a full return', { refundedAmount: 349_900, flag: 'refunded' }, 'refunded'],
  ['the case is open during a dispute', { disputeState: 'open', flag: 'disputed' }, undefined],
  [
    'the case is closed by a lost dispute, whatever was returned',
    { disputeState: 'lost', refundedAmount: 349_900 },
    'dispute_lost',
  ],
  ['the case is open after a won dispute', { disputeState: 'won' }, undefined],
  [
    'the case is closed when the purchase of its credits is refunded',
    { method: 'credits', flag: 'refunded' },
    'refunded',
  ],
  [
    'the case is closed when the purchase of its credits is lost in a dispute',
    { method: 'credits', flag: 'disputed' },
    'dispute_lost',
  ],
  ['an unsettled payment closes no case', { status: 'giving_back', refundedAmount: 349_900 }, undefined],
])('a payment and its registration’s case: %s', (_name, over, reason) => {
  expect(closureOf({ ...settled, ...over })?.reason).toBe(reason);
});

it('closing a case sets its time and emits flag-changed once', () => {
  const closed = withStanding(settled, decision({ ...settled, refundedAmount: 349_900 }), now);
  expect(closed.facts).toEqual([{ kind: 'flag-changed' }]);
  const { closure } = reportedStanding(closed.next);
  expect(closure).toEqual({ reason: 'refunded', amountCents: 349_900, at: now });
  const later = new Date(now.getTime() + 1);
  const again = withStanding(closed.next, decision({ ...closed.next, title: 'Outro' }), later);
  expect(again.facts).toEqual([]);
  expect(again.next.closedAt).toEqual(now);
  const lost = withStanding(closed.next, decision({ ...closed.next, disputeState: 'lost' }), later);
  expect(reportedStanding(lost.next).closure).toMatchObject({ reason: 'dispute_lost', at: now });
});

it('a failed refund reopens the case', () => {
  const closed = { ...settled, refundedAmount: 349_900, closedAt: now };
  const open = withStanding(
    closed,
    decision({ ...closed, refundedAmount: 0 }, [{ kind: 'flag-changed' }]),
    now,
  );
  expect(open.next.closedAt).toBeNull();
  expect(open.facts).toEqual([{ kind: 'flag-changed' }]);
});

it.each<[string, Partial<RegistrationPayment>, boolean]>([
  ['not without a refund', {}, false],
  ['once it failed', { refundState: 'failed' }, true],
  ['no longer while a new refund is pending', { refundState: 'pending' }, false],
  ['not while the payment is disputed', { refundState: 'failed', flag: 'disputed' }, false],
  ['not of a payment that is given back', { refundState: 'failed', status: 'giving_back' }, false],
])('a failed refund is reported: %s', (_name, over, isReported) => {
  expect(reportedStanding({ ...settled, ...over }).refundFailed).toBe(isReported);
});

it('a failed refund and the next one each emit flag-changed once, also without a flag', () => {
  const failed = withStanding(settled, decision({ ...settled, refundState: 'failed' }), now);
  expect(failed.facts).toEqual([{ kind: 'flag-changed' }]);
  const again = withStanding(failed.next, decision({ ...failed.next, title: 'Outro' }), now);
  expect(again.facts).toEqual([]);
  const ordered = withStanding(failed.next, decision({ ...failed.next, refundState: 'pending' }), now);
  expect(ordered.facts).toEqual([{ kind: 'flag-changed' }]);
});
