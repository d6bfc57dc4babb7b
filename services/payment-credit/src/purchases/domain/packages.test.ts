import { formatCents } from '@g2/terms/pt-br';
import { describe, expect, it } from 'vitest';
import { packages, priceOf } from './packages.ts';

describe('priceOf', () => {
  it('[purchase-one-to-one] gives one hundredth of a credit per cent of a package or custom amount', () => {
    for (const one of packages) {
      expect(priceOf({ $case: 'packageId', value: one.id }).credits).toBe(one.priceInCents);
      expect(formatCents(one.priceInCents)).toBe(one.priceDisplay);
    }
    expect(priceOf({ $case: 'customAmount', value: 10_000 })).toEqual({
      packageType: 'custom',
      priceInCents: 10_000,
      credits: 10_000,
    });
  });

  it.each([9_999, 10_000_001, 0, -1, 10_000.5, Number.NaN])('[purchase-limits] refuses %s cents', (value) => {
    expect(() => priceOf({ $case: 'customAmount', value })).toThrow(
      'O valor deve estar entre R$ 100,00 e R$ 100.000,00',
    );
  });
});
