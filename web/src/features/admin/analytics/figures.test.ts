import { expect, it } from 'vitest';
import { isAllZero, monthLabel, percent1, share } from './figures.ts';

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

it('calls a trend of months empty only if every count is 0', () => {
  const quiet = { values: [0, 0] };
  expect(isAllZero([quiet, quiet])).toBe(true);
  expect(isAllZero([quiet, { values: [0, 1] }])).toBe(false);
});
