import { describe, expect, it } from 'vitest';
import { applyClosure, decidePayment, isPaidManually } from './payments.ts';
import { before, now, owner, registration } from './test-samples.ts';

describe('a captured payment', () => {
  const payment = { paymentId: 'p1', userId: owner.id, amountCents: 349_900 };
  const why = (state: Parameters<typeof decidePayment>[0], over = {}) => {
    const verdict = decidePayment(state, { ...payment, ...over }, now);
    return verdict.taken ? 'taken' : verdict.reason;
  };

  it('pays a payable registration', () => {
    const verdict = decidePayment(registration(), payment, now);
    expect(verdict.taken && verdict.decision.next).toMatchObject({
      status: 'paid',
      paymentId: 'p1',
      paymentPaidAt: now,
    });
    expect(verdict.taken && verdict.decision.facts).toEqual([
      { kind: 'paid', paymentId: 'p1', manual: false, by: owner.id },
    ]);
  });

  it('is refused with a reason if the registration is not payable or does not match', () => {
    expect(why(null)).toBe('O registro não existe mais.');
    expect(why(registration({ paymentPaidAt: before }))).toBe('O registro já estava pago.');
    expect(why(registration({ fileTaken: true }))).toBe('O arquivo já foi registrado por outra pessoa.');
    expect(why(registration({ file: null }))).toBe('O registro não está disponível para pagamento.');
    expect(why(registration(), { userId: 'x' })).toBe('O pagamento não é do titular do registro.');
    expect(why(registration(), { amountCents: 1 })).toBe('O valor pago não é o valor do registro.');
  });
});

describe('a closed case', () => {
  const closure = { reason: 'refunded', at: before, amountCents: 349_900 } as const;
  const closed = registration({ status: 'paid', paymentId: 'p1', paymentPaidAt: before, closure });

  it('reopens when its refund failed, unless another registration was paid with its file', () => {
    expect(applyClosure(closed, 'p1', null)?.next.closure).toBeNull();
    expect(applyClosure({ ...closed, fileTaken: true }, 'p1', null)).toBeNull();
  });
});

describe('a registration marked as paid by an admin', () => {
  it('is recognized by a payment time without a payment id', () => {
    expect(isPaidManually(registration())).toBe(false);
    expect(isPaidManually(registration({ paymentPaidAt: before }))).toBe(true);
    expect(isPaidManually(registration({ paymentPaidAt: before, paymentId: 'p1' }))).toBe(false);
  });
});
