import { expect, it } from 'vitest';
import { isFlat, monthLabel, percent1, share } from './figures.ts';

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
])('names the month %s %s', (month, label) => {
  expect(monthLabel(month)).toBe(label);
});

it('takes the share of nothing as 0', () => {
  expect(share(0, 0)).toBe(0);
  expect(share(1, 4)).toBe(25);
});

it('finds months without anything flat', () => {
  const quiet = { month: '2026-10', registrations: 0, certificates: 0 };
  expect(isFlat([quiet, { ...quiet, month: '2026-11' }])).toBe(true);
  expect(isFlat([quiet, { ...quiet, certificates: 1 }])).toBe(false);
});
