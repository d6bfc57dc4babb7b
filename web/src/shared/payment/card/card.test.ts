import { describe, expect, it } from 'vitest';
import { brandOf, declineMessage, isCardNumber, parseExpiry, validateCard } from './card.ts';
import { confirmationOf } from './outcome.ts';

const now = new Date(2026, 10, 21);

describe('card fields', () => {
  it('isCardNumber checks a card number with the Luhn algorithm', () => {
    for (const number of ['4242 4242 4242 4242', '4000002760003184', '4000000000009995']) {
      expect(isCardNumber(number)).toBe(true);
    }
    expect(isCardNumber('4242 4242 4242 4241')).toBe(false);
    expect(isCardNumber('')).toBe(false);
  });
  it('parseExpiry returns month and year, or undefined for an impossible date', () => {
    expect(parseExpiry('02/30')).toEqual({ month: 2, year: 2030 });
    expect(parseExpiry('13/30')).toBeUndefined();
    expect(parseExpiry('1')).toBeUndefined();
  });
  it('validateCard reports each invalid field, and accepts a card until the end of its expiry month', () => {
    expect(validateCard({ number: '4242424242424242', expiry: '11/26', cvc: '123' }, now)).toEqual({});
    expect(validateCard({ number: '1', expiry: '10/26', cvc: '12' }, now)).toEqual({
      number: 'Número de cartão inválido',
      expiry: 'Cartão vencido',
      cvc: 'CVC inválido',
    });
    expect(validateCard({ number: '4242424242424242', expiry: '', cvc: '1234' }, now)).toEqual({
      expiry: 'Validade inválida',
    });
  });
});

describe('brandOf', () => {
  it.each([
    ['4242 42', 'Visa'],
    ['5555', 'Mastercard'],
    ['2223', 'Mastercard'],
    ['3782', 'Amex'],
    ['4011 78', 'Elo'],
    ['6062 82', 'Hipercard'],
    ['', undefined],
    ['9', undefined],
  ])('for a number that starts with %s, returns %s', (number, brand) => {
    expect(brandOf(number)).toBe(brand);
  });
});

describe('declineMessage', () => {
  it("returns the provider's message if there is one", () => {
    expect(declineMessage({ code: 'card_declined', message: 'Recusado pelo banco.' })).toBe(
      'Recusado pelo banco.',
    );
  });
  it('without a provider message, returns the text for `decline_code`, else the text for `code`', () => {
    expect(declineMessage({ code: 'card_declined', decline_code: 'insufficient_funds' })).toBe(
      'Seu cartão tem saldo insuficiente.',
    );
    expect(declineMessage({ code: 'card_declined', decline_code: 'other', message: '' })).toBe(
      'Seu cartão foi recusado.',
    );
  });
  it('returns the general text if the code is unknown and there is no provider message', () => {
    expect(declineMessage({ code: 'unknown_code' })).toBe(
      'Ocorreu um erro ao processar o pagamento. Tente novamente.',
    );
  });
});

describe('confirmationOf', () => {
  it('returns “unconfirmable” if the intent can no longer be confirmed, else “declined”', () => {
    expect(confirmationOf({ code: 'payment_intent_unexpected_state', message: 'x' })).toEqual({
      kind: 'unconfirmable',
    });
    expect(confirmationOf({ code: 'card_declined', message: 'Não.' })).toEqual({
      kind: 'declined',
      reason: 'Não.',
      advice: expect.stringContaining('Confira os dados'),
    });
    const noFunds = { code: 'card_declined', decline_code: 'insufficient_funds', message: 'Sem saldo.' };
    expect(confirmationOf(noFunds)).toMatchObject({
      advice: 'Use outro cartão, ou pague por Pix ou boleto.',
    });
  });
});
