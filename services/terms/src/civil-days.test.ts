import { expect, it } from 'vitest';
import { beginningsOf, civilDay, daysBefore, daysOf, eachDay, spanOf, wholeMonths } from './civil-days.ts';

it('knows the day of São Paulo, three hours west', () => {
  expect(civilDay(new Date('2026-03-01T02:59:59Z'))).toBe('2026-02-28');
  expect(civilDay(new Date('2026-03-01T03:00:00Z'))).toBe('2026-03-01');
});

it('counts a period back from today, and as many days before it', () => {
  const week = daysOf(7, new Date('2026-03-03T12:00:00Z'));
  expect(week).toEqual({ from: '2026-02-25', to: '2026-03-03' });
  expect(eachDay(week)).toHaveLength(7);
  expect(daysBefore(week)).toEqual({ from: '2026-02-18', to: '2026-02-24' });
  expect(() => daysOf(8, new Date())).toThrow();
});

it('draws a week by days, a month and a quarter by weeks, a year by months', () => {
  expect([7, 30, 90, 365].map(spanOf)).toEqual(['day', 'week', 'week', 'month']);
  expect(() => spanOf(1)).toThrow();
});

it('begins weeks on Mondays and months on firsts, the first span with the period', () => {
  const days = { from: '2026-02-25', to: '2026-03-10' };
  expect(beginningsOf(days, 'day')).toHaveLength(14);
  expect(beginningsOf(days, 'week')).toEqual(['2026-02-25', '2026-03-02', '2026-03-09']);
  expect(beginningsOf(days, 'month')).toEqual(['2026-02-25', '2026-03-01']);
});

it.each([
  ['2026-01-15', '2026-04-10', '2026-02-01', '2026-03-31', 2],
  ['2026-01-01', '2026-02-28', '2026-01-01', '2026-02-28', 0],
  ['2026-01-31', '2026-03-01', '2026-02-01', '2026-02-28', 2],
])('takes whole months out of %s to %s', (from, to, first, last, parts) => {
  const { months, rest } = wholeMonths({ from, to });
  expect(months).toEqual({ from: first, to: last });
  expect(rest).toHaveLength(parts);
  const all = [...rest, ...(months ? [months] : [])].flatMap(eachDay).toSorted();
  expect(all).toEqual(eachDay({ from, to }));
});

it('has no whole month in a few days', () => {
  const days = { from: '2026-01-15', to: '2026-02-20' };
  expect(wholeMonths(days)).toEqual({ months: null, rest: [days] });
});
