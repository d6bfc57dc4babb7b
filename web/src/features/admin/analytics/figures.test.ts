import { expect, it } from 'vitest';
import { isAllZero, monthLabel, percentWithDecimal, share } from './figures.ts';

it.each([
  [0, '0,0%'],
  [33.333, '33,3%'],
  [100, '100,0%'],
])('formats the rate %d as %s', (value, text) => {
  expect(percentWithDecimal(value)).toBe(text);
});

it.each([
  ['2026-11', 'nov/26'],
  ['2027-01', 'jan/27'],
])('formats the month %s as %s', (month, label) => {
  expect(monthLabel(month)).toBe(label);
});

it('returns 0 percent if the whole is 0', () => {
  expect(share(0, 0)).toBe(0);
  expect(share(1, 4)).toBe(25);
});

it('reports all values as zero only if every value of every row is 0', () => {
  const emptyMonth = { values: [0, 0] };
  expect(isAllZero([emptyMonth, emptyMonth])).toBe(true);
  expect(isAllZero([emptyMonth, { values: [0, 1] }])).toBe(false);
});
