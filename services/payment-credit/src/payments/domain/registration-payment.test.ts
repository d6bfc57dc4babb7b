import type { PaymentStatus } from '@g2/terms/payments';
import { describe, expect, it } from 'vitest';
import type { IntentFacts } from '../../domain/intent.ts';
import {
  applyIntent,
  captureCredits,
  expectedIntent,
  markRefused,
  openProviderPayment,
  paymentMetadata,
  type RegistrationPayment,
  recordManual,
  settlePaymentState,
  supersedeAttempt,
} from './registration-payment.ts';

const now = new Date('2026-11-21T12:00:00Z');
const about = { id: 'p1', registrationId: 'r1', userId: 'u1', amount: 349_900, title: 'Programa' };
const card = openProviderPayment(about, now);
const credits = captureCredits(about, now);

const intent = (status: string): IntentFacts => ({
  id: 'pi_1',
  status,
  amount: 349_900,
  amountReceived: status === 'succeeded' ? 349_900 : 0,
  currency: 'brl',
  livemode: false,
  metadata: paymentMetadata(card),
  decline: null,
});
const inStatus = (status: PaymentStatus, base: RegistrationPayment = card): RegistrationPayment => ({
  ...base,
  status,
});
const statuses: PaymentStatus[] = [
  'open',
  'captured',
  'settled',
  'cancelled',
  'failed',
  'giving_back',
  'given_back',
];

describe('a declined card', () => {
  const decline = { code: 'insufficient_funds', message: 'Your card has insufficient funds.' };
  const declined = applyIntent(card, { ...intent('requires_payment_method'), decline }, now).next;

  it('leaves the payment open and stores the latest decline reason', () => {
    expect(declined).toMatchObject({
      status: 'open',
      declineCode: decline.code,
      declineMessage: decline.message,
    });
    const other = { code: 'expired_card', message: 'Your card has expired.' };
    const again = applyIntent(declined, { ...intent('requires_payment_method'), decline: other }, now);
    expect(again.next).toMatchObject({ declineCode: 'expired_card', declineMessage: other.message });
  });

  it.each(['requires_action', 'processing', 'succeeded'])(
    'its reason is removed once the intent becomes %s',
    (status) => {
      const { next } = applyIntent(declined, intent(status), now);
      expect(next).toMatchObject({ declineCode: null, declineMessage: null });
    },
  );

  it('its reason is not restored by an older response from Stripe', () => {
    const paid = applyIntent(declined, intent('succeeded'), now).next;
    const late = applyIntent(paid, { ...intent('requires_payment_method'), decline }, now).next;
    expect(late).toEqual(paid);
  });
});

describe('the status of an intent at Stripe', () => {
  it.each([
    ['open', 'captured', []],
    ['captured', 'captured', []],
    ['settled', 'settled', []],
    ['cancelled', 'giving_back', ['to-return', 'alert']],
    ['failed', 'giving_back', ['to-return', 'alert']],
    ['giving_back', 'giving_back', []],
    ['given_back', 'given_back', []],
  ] as const)('succeeded changes a payment from %s to %s', (from, to, facts) => {
    const { next, facts: reported, entries } = applyIntent(inStatus(from), intent('succeeded'), now);
    expect(next).toMatchObject({ status: to, stripeStatus: 'succeeded', stripePaymentIntentId: 'pi_1' });
    expect(reported.map((one) => one.kind)).toEqual(facts);
    expect(entries).toEqual([]);
  });

  it.each(['requires_payment_method', 'requires_action', 'processing'])(
    '%s does not change the payment’s status',
    (status) => {
      for (const from of statuses) {
        const { next, facts } = applyIntent(inStatus(from), intent(status), now);
        expect(next.status).toBe(from);
        expect(facts).toEqual([]);
      }
    },
  );

  it('canceled cancels only an open payment', () => {
    for (const from of statuses) {
      const { next } = applyIntent(inStatus(from), intent('canceled'), now);
      expect(next.status).toBe(from === 'open' ? 'cancelled' : from);
    }
  });

  it('processing does not overwrite succeeded when it is read later', () => {
    const paid = applyIntent(card, intent('succeeded'), now).next;
    expect(applyIntent(paid, intent('processing'), now).next).toEqual(paid);
  });
});

describe('the decision of the registration service about a payment', () => {
  it('settles a captured payment once', () => {
    const settled = settlePaymentState(credits.next, 'Título', now);
    expect(settled.next).toMatchObject({
      status: 'settled',
      title: 'Título',
      settledAt: now,
    });
    expect(settled.facts).toEqual([{ kind: 'settled' }]);
    expect(settlePaymentState(settled.next, 'Outro', now)).toEqual({
      next: settled.next,
      facts: [],
      entries: [],
    });
  });

  it('returns refused credits by a ledger entry that mirrors the debit', () => {
    const back = markRefused(credits.next, 'pago por outro');
    expect(back.next).toMatchObject({ status: 'given_back', refundedAmount: 349_900 });
    expect(back.entries).toMatchObject([{ delta: 349_900, operationKey: 'giveback:p1', userId: 'u1' }]);
    expect(credits.entries).toMatchObject([{ delta: -349_900, operationKey: 'pay:p1', userId: 'u1' }]);
    expect(markRefused(back.next, 'de novo').entries).toEqual([]);
  });

  it('marks a refused card payment for refund', () => {
    const captured = applyIntent(card, intent('succeeded'), now).next;
    const back = markRefused(captured, 'pago por outro');
    expect(back.next).toMatchObject({ status: 'giving_back', refundedAmount: 0 });
    expect(back.entries).toEqual([]);
  });

  it('moves no money and alerts admins when it contradicts the payment', () => {
    for (const from of ['open', 'settled', 'cancelled', 'failed'] as const) {
      const refused = markRefused(inStatus(from), 'x');
      expect(refused.next.status).toBe(from);
      expect(refused.facts.map((one) => one.kind)).toEqual(['alert']);
    }
    for (const from of ['open', 'cancelled', 'failed', 'giving_back', 'given_back'] as const) {
      expect(settlePaymentState(inStatus(from), 'x', now)).toMatchObject({
        next: { status: from },
        entries: [],
      });
    }
  });

  it('to supersede an attempt cancels only an open one and moves no money', () => {
    expect(supersedeAttempt(card, 'x').next).toMatchObject({ status: 'cancelled' });
    for (const from of statuses.filter((one) => one !== 'open')) {
      expect(supersedeAttempt(inStatus(from), 'x')).toEqual({ next: inStatus(from), facts: [], entries: [] });
    }
  });

  it('records a payment by hand as settled and moves no money', () => {
    expect(recordManual(about, now)).toMatchObject({
      next: { method: 'manual', status: 'settled' },
      facts: [{ kind: 'settled' }],
      entries: [],
    });
  });
});

it('the expected intent has the amount and the metadata of the payment', () => {
  expect(expectedIntent(card, false)).toEqual({
    intentId: null,
    amount: 349_900,
    livemode: false,
    metadata: { kind: 'registration', paymentId: 'p1', registrationId: 'r1', userId: 'u1' },
  });
});
