import { describe, expect, it } from 'vitest';
import { backOff } from './back-off.ts';

describe('back-off of the event stream', () => {
  it('doubles with each failure, up to 30 s', () => {
    expect([1, 2, 3, 4, 5, 6, 50].map((failures) => backOff(failures, 1))).toEqual([
      1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });

  it('spreads over the upper half of the wait', () => {
    expect(backOff(3, 0)).toBe(2_000);
    expect(backOff(3, 0.5)).toBe(3_000);
  });
});
