import { describe, expect, it } from 'vitest';
import { availableShare, shareOf, totalShare } from './holders.ts';

describe('shares', () => {
  it('sum up, and leave the rest', () => {
    expect(totalShare([])).toBe(0);
    expect(totalShare([{ ownershipPercentage: 60 }, { ownershipPercentage: 25 }])).toBe(85);
    expect(availableShare(85)).toBe(15);
    expect(availableShare(120)).toBe(0);
  });
  it('[share-typed] reads what is no number as 0', () => {
    expect([shareOf(''), shareOf('abc'), shareOf('40'), shareOf(40)]).toEqual([0, 0, 40, 40]);
  });
});
