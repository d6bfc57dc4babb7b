import { describe, expect, it } from 'vitest';
import { customAmountCents } from './custom-amount.ts';

describe('customAmountCents', () => {
  it('[custom-amount-cents] rounds reais to cents', () => {
    expect(customAmountCents(100)).toBe(10_000);
    expect(customAmountCents(1234.56)).toBe(123_456);
    expect(customAmountCents('250.10')).toBe(25_010);
  });
  it('[custom-amount-bounds] refuses what is empty or out of bounds', () => {
    expect(customAmountCents('')).toBeUndefined();
    expect(customAmountCents(99.99)).toBeUndefined();
    expect(customAmountCents(100_000)).toBe(10_000_000);
    expect(customAmountCents(100_000.01)).toBeUndefined();
  });
});
