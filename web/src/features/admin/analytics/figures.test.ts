import { expect, it } from 'vitest';
import { hasNoActivity, monthLabel, percent1, share } from './figures.ts';

it.each([
  [0, '0,0%'],
  [33.333, '33,3%'],
  [100, '100,0%'],
])('writes the rate %d as %s', (value, text) => {
  expect(percent1(value)).toBe(text);
});

it.each([
  ['2026-11', 'nov/26'],
  ['2027-01', 'jan/27'],
])('writes the month %s as %s', (month, label) => {
  expect(monthLabel(month)).toBe(label);
});

it('returns 0 as the share of a whole of 0', () => {
  expect(share(0, 0)).toBe(0);
  expect(share(1, 4)).toBe(25);
});

it('calls a trend of months flat only if every count is 0', () => {
  const quiet = { month: '2026-10', registrations: 0, certificates: 0 };
  expect(hasNoActivity([quiet, { ...quiet, month: '2026-11' }])).toBe(true);
  expect(hasNoActivity([quiet, { ...quiet, certificates: 1 }])).toBe(false);
});
