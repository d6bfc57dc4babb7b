import { describe, expect, it } from 'vitest';
import { openProviderPayment, type RegistrationPayment, shownMethod } from './registration-payment.ts';
import { closureOf } from './standing.ts';
import { recordReturn, transferable, unreturnedBoletoCents } from './transfer.ts';

const now = new Date('2026-11-20T12:00:00Z');
const late: RegistrationPayment = {
  ...openProviderPayment(
    { id: 'p', registrationId: 'r', userId: 'u', amount: 349_900, title: 'A' },
    now,
    'boleto',
  ),
  status: 'giving_back',
  capturedAt: new Date('2026-11-18T12:00:00Z'),
};
const request = { amount: 349_900, transferredOn: '2026-11-19', reference: ' E123 ', note: '' };
const fields = (changes: Partial<typeof request>) => {
  try {
    recordReturn(late, { ...request, ...changes }, 'admin', now);
  } catch (error) {
    return (error as { detail?: { fields?: object } }).detail?.fields;
  }
  return undefined;
};

describe('a boleto that was paid too late', () => {
  it('is given back in full by a transfer, and the event states its day and reference', () => {
    const { next, facts, transfer } = recordReturn(late, request, 'admin', now);
    expect(next).toMatchObject({ status: 'given_back', refundedAmount: 349_900 });
    expect(facts).toEqual([{ kind: 'given-back', transferredOn: '2026-11-19', reference: 'E123' }]);
    expect(transfer).toMatchObject({
      paymentId: 'p',
      recordedBy: 'admin',
      recordedAt: now,
      reference: 'E123',
    });
  });

  it('awaits a transfer, unlike an undecided, returned, disputed or refundable payment', () => {
    expect(unreturnedBoletoCents(late, 'boleto')).toBe(349_900);
    for (const other of [
      { status: 'captured' },
      { status: 'given_back', refundedAmount: 349_900 },
      { providerMethod: 'pix' },
      { status: 'settled', providerMethod: 'pix' },
      { status: 'settled', providerMethod: 'card' },
      { status: 'settled', flag: 'disputed' },
    ] as const) {
      const payment = { ...late, ...other };
      expect(unreturnedBoletoCents(payment, shownMethod(payment))).toBe(0);
      expect(() => recordReturn(payment, request, 'admin', now)).toThrow();
    }
  });

  it('a transfer returns a refused card payment once its refund has failed three times', () => {
    const stuck = { ...late, providerMethod: 'card', refundState: 'failed', refundAttempt: 3 } as const;
    expect(transferable(stuck, now)).toBe(349_900);
    const returned = { status: 'given_back', refundedAmount: 349_900, refundState: 'done' };
    expect(recordReturn(stuck, request, 'admin', now).next).toMatchObject(returned);
    for (const other of [{ refundAttempt: 2 }, { flag: 'disputed' }] as const)
      expect(transferable({ ...stuck, ...other }, now)).toBe(0);
  });

  it.each([
    ['a boleto', { providerMethod: 'boleto' }],
    [
      'a Pix of more than 90 days ago',
      { providerMethod: 'pix', capturedAt: new Date('2026-08-01T12:00:00Z') },
    ],
    ['a card with a failed refund', { providerMethod: 'card', refundState: 'failed' }],
  ] as const)('a transfer also returns a settled payment and closes its case: %s', (_name, over) => {
    const settled = { ...late, ...over, status: 'settled' } as const;
    expect(unreturnedBoletoCents(settled, shownMethod(settled))).toBe(0);
    expect(transferable(settled, now)).toBe(349_900);
    const { next, facts } = recordReturn(settled, request, 'admin', now);
    expect(next).toMatchObject({
      status: 'settled',
      refundedAmount: 349_900,
      flag: 'refunded',
      refundState: 'done',
    });
    expect(facts.map(({ kind }) => kind)).toEqual(['flag-changed']);
    expect(closureOf(next)).toEqual({ reason: 'refunded', amountCents: 349_900 });
  });

  it('refuses a transfer on a day that does not exist', () => {
    const paid = { ...late, capturedAt: new Date('2027-02-20T12:00:00Z') };
    const on = (transferredOn: string) => () =>
      recordReturn(paid, { ...request, transferredOn }, 'admin', new Date('2027-03-05T12:00:00Z'));
    expect(on('2027-02-30')).toThrow('Data da transferência inválida');
    expect(on('2027-02-28')).not.toThrow();
  });

  it.each([
    ['amount', { amount: 349_899 }],
    ['transferredOn', { transferredOn: '2026-11-21' }],
    ['transferredOn', { transferredOn: '2026-11-17' }],
    ['transferredOn', { transferredOn: '2026-13-01' }],
    ['reference', { reference: ' ' }],
    ['reference', { reference: 'x'.repeat(201) }],
    ['note', { note: 'x'.repeat(1_001) }],
  ])('refuses a transfer with an invalid field and names the field: %s', (field, changes) => {
    expect(Object.keys(fields(changes) ?? {})).toEqual([field]);
  });
});
