import { describe, expect, it } from 'vitest';
import { balanceQuality, customAmountCents, missingCredits, possibleRegistrations } from './amounts.ts';

describe('the credit balance', () => {
  it('[balance-counts] counts the registrations that a balance can pay, and the missing credits', () => {
    expect(possibleRegistrations(349_899)).toBe(0);
    expect(possibleRegistrations(349_900)).toBe(1);
    expect(missingCredits(300_000)).toBe(49_900);
    expect(missingCredits(400_000)).toBe(0);
  });
  it('[balance-quality] rates a balance by the number of registrations that it can pay', () => {
    expect([0, 349_900, 699_800, 1_049_700].map(balanceQuality)).toEqual([
      'Baixo',
      'Regular',
      'Bom',
      'Excelente',
    ]);
  });
});

describe('a custom amount of credits', () => {
  it('[custom-amount-cents] rounds reais to cents', () => {
    expect(customAmountCents(100)).toBe(10_000);
    expect(customAmountCents(1234.56)).toBe(123_456);
    expect(customAmountCents('250.10')).toBe(25_010);
  });
  it('[custom-amount-bounds] rejects an empty amount and an amount outside the limits', () => {
    expect(customAmountCents('')).toBeUndefined();
    expect(customAmountCents(99.99)).toBeUndefined();
    expect(customAmountCents(100_000)).toBe(10_000_000);
    expect(customAmountCents(100_000.01)).toBeUndefined();
  });
});

describe('an amount typed in reais', () => {
  // With floating-point numbers, these amounts times 100 are not exactly the number of cents.
  it.each([
    [128.14, 12_814],
    [115.15, 11_515],
    [435.35, 43_535],
    [1.15 * 100, 11_500],
    [4.35 * 100, 43_500],
    [8_388.61, 838_861],
    ['1001.1', 100_110],
    ['99999.99', 9_999_999],
    // Half a cent is rounded up.
    [100.005, 10_001],
    [100.004, 10_000],
  ])('[custom-amount-rounds] converts %j reais to %i cents', (reais, cents) => {
    expect(customAmountCents(reais)).toBe(cents);
  });

  it('converts every amount from R$ 100,00 to R$ 1.100,00 exactly', () => {
    const inexactAmounts: string[] = [];
    for (let cents = 10_000; cents <= 110_000; cents += 1) {
      const text = (cents / 100).toFixed(2);
      const results = [customAmountCents(text), customAmountCents(Number(text))];
      if (results.some((result) => result !== cents)) inexactAmounts.push(text);
    }
    expect(inexactAmounts).toEqual([]);
  });
});
