import { describe, expect, it } from 'vitest';
import { balanceQuality, missingCredits, possibleRegistrations } from './balance.ts';

describe('balance', () => {
  it('[balance-counts] counts whole registrations and what is missing for one', () => {
    expect(possibleRegistrations(349_899)).toBe(0);
    expect(possibleRegistrations(349_900)).toBe(1);
    expect(missingCredits(300_000)).toBe(49_900);
    expect(missingCredits(400_000)).toBe(0);
  });
  it('[balance-quality] names the quality', () => {
    expect([0, 349_900, 699_800, 1_049_700].map(balanceQuality)).toEqual([
      'Baixo',
      'Regular',
      'Bom',
      'Excelente',
    ]);
  });
});
