import { expect, it } from 'vitest';
import { backOff, decideRemoval } from './removal.ts';

it.each([
  [{ held: true, pending: false }, 'keep'],
  [{ held: true, pending: true }, 'keep'],
  [{ held: false, pending: true }, 'wait'],
  [{ held: false, pending: false }, 'release'],
] as const)('registration’s response %j leads to the decision %s', (hold, verdict) => {
  expect(decideRemoval(hold)).toBe(verdict);
});

it('doubles the wait after each failure, up to one hour', () => {
  expect([1, 2, 3, 9, 50].map(backOff)).toEqual([15_000, 30_000, 60_000, 3_600_000, 3_600_000]);
});
