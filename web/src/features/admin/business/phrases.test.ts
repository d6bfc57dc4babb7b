import { expect, it } from 'vitest';
import { comparison, duration, rateComparison, spanLabel, stockComparison } from './phrases.ts';

const format = (value: number) => `${value}`;

it.each([
  [112, 100, '12% a mais que nos 30 dias anteriores (100)'],
  [91.5, 100, '8,5% a menos que nos 30 dias anteriores (100)'],
  [5, 5, 'Igual aos 30 dias anteriores'],
  [5, 0, 'Nada nos 30 dias anteriores'],
  [0, 0, 'Nada também nos 30 dias anteriores'],
  [-5, 0, 'Nada nos 30 dias anteriores'],
  [20, -10, '30 a mais que nos 30 dias anteriores (-10)'],
  [5, null, 'Sem dados nos 30 dias anteriores'],
  [null, null, 'Sem dados nos 30 dias anteriores'],
  [null, 5, '5 nos 30 dias anteriores'],
])('compares the figure %d with the previous figure %d', (current, previous, text) => {
  expect(comparison(current, previous, 30, format)).toBe(text);
});

it.each([
  [60, 57.1, '2,9 p.p. a mais que nos 7 dias anteriores (57,1%)'],
  [50, 66.7, '16,7 p.p. a menos que nos 7 dias anteriores (66,7%)'],
  [50, 50, 'Igual aos 7 dias anteriores'],
  [98.04, 98, 'Igual aos 7 dias anteriores'],
  [0, null, 'Sem dados nos 7 dias anteriores'],
  [null, 20, '20,0% nos 7 dias anteriores'],
])('compares the rate %s with the previous %s in percentage points', (current, previous, text) => {
  expect(rateComparison(current, previous, 7)).toBe(text);
});

it('compares a count with the count at the end of the previous period', () => {
  expect(stockComparison(50, 100, 365, format)).toBe('50% a menos que há um ano (100)');
  expect(stockComparison(100, 100, 7, format)).toBe('Igual a há 7 dias');
});

it.each([
  [null, '—'],
  [5, 'menos de 1 min'],
  [1_800, '30 min'],
  [18_000, '5 h'],
  [86_400, '1 dia'],
  [210_000, '2,4 dias'],
])('formats %s seconds as %s', (seconds, text) => {
  expect(duration(seconds)).toBe(text);
});

it('labels a week by its first day and a month by its name', () => {
  expect(spanLabel('2026-11-24', 'week')).toBe('24/11');
  expect(spanLabel('2026-11-24', 'month')).toBe('nov/26');
});
