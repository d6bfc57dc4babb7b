import { expect, it } from 'vitest';
import {
  civilDay,
  coverWithSpans,
  dayErrors,
  daysBefore,
  daysOf,
  eachDay,
  isCivilDay,
  monthsUntil,
  spanOf,
  spanStart,
  spanStarts,
  spansOf,
} from './civil-days.ts';
import { PERIODS } from './periods.ts';

it('returns the day of São Paulo, three hours behind UTC', () => {
  expect(civilDay(new Date('2026-03-01T02:59:59Z'))).toBe('2026-02-28');
  expect(civilDay(new Date('2026-03-01T03:00:00Z'))).toBe('2026-03-01');
});

it.each([
  ['2026-11-24', true],
  ['2026-02-29', false],
  ['2028-02-29', true],
  ['2026-13-01', false],
  ['24/11/2026', false],
  ['2026-11-24T00:00', false],
  ['+012026-11', false],
  ['', false],
])('checks %s as a day: %s', (text, is) => expect(isCivilDay(text)).toBe(is));

const wrong = 'Data inválida';
it.each([
  ['', '', {}],
  ['2026-11-24', '', {}],
  ['', '2026-11-24', {}],
  ['2026-11-24', '2026-11-24', {}],
  ['2026-11-24', '2026-11-23', { to: 'O período termina antes de começar' }],
  ['2026-02-30', '2026-13-01', { from: wrong, to: wrong }],
  ['12026-11-24', '2026-11-24T', { from: wrong, to: wrong }],
  ['x2026-11-24', '24/11/2026', { from: wrong, to: wrong }],
])('validates the days from %j to %j: %o', (from, to, faults) =>
  expect(dayErrors({ from, to })).toEqual(faults),
);

it('counts a period back from today and finds the period of the same length before it', () => {
  const week = daysOf(7, new Date('2026-03-03T12:00:00Z'));
  expect(week).toEqual({ from: '2026-02-25', to: '2026-03-03' });
  expect(eachDay(week)).toHaveLength(7);
  expect(daysBefore(week)).toEqual({ from: '2026-02-18', to: '2026-02-24' });
  const refusal = { code: 'invalid-input', message: 'Período inválido' };
  expect(() => daysOf(8, new Date())).toThrow(expect.objectContaining(refusal));
});

it('by default divides a week into days, a month or quarter into weeks and a year into months', () => {
  expect(PERIODS.map((period) => spanOf(period))).toEqual(['day', 'week', 'week', 'month']);
  expect(PERIODS.map((period) => spansOf(period).length)).toEqual([1, 2, 3, 2]);
  for (const period of PERIODS) {
    for (const span of spansOf(period)) expect(spanOf(period, span)).toBe(span);
  }
  const refusal = (message: string, more = {}) =>
    expect.objectContaining({ code: 'invalid-input', detail: { message, ...more } });
  expect(() => spanOf(1)).toThrow(refusal('Período inválido'));
  const fields = { span: 'Intervalo inválido' };
  expect(() => spanOf(7, 'month')).toThrow(refusal('Intervalo inválido', { fields }));
  expect(() => spanOf(30, 'year')).toThrow('Intervalo');
});

it('counts months back, including the current one', () => {
  const to = '2026-02-10';
  expect([1, 2, 14].map((months) => monthsUntil(to, months))).toEqual([
    { from: '2026-02-01', to },
    { from: '2026-01-01', to },
    { from: '2025-01-01', to },
  ]);
});

it('begins weeks on Mondays and months on day 1, but the first span with the period', () => {
  const days = { from: '2026-02-25', to: '2026-03-10' };
  expect(spanStarts(days, 'day')).toHaveLength(14);
  expect(spanStarts(days, 'week')).toEqual(['2026-02-25', '2026-03-02', '2026-03-09']);
  expect(spanStarts(days, 'month')).toEqual(['2026-02-25', '2026-03-01']);
});

it.each([
  ['2026-01-15', '2026-04-10', 'day 15..15 pentad 16..31 month 02..03 pentad 01..10'],
  ['2026-01-01', '2026-02-28', 'month 01..02'],
  ['2026-01-31', '2026-03-01', 'day 31..31 month 02..02 day 01..01'],
  [
    '2025-11-04',
    '2026-11-03',
    'day 04..05 pentad 06..30 month 12..12 quarter 01..09 month 10..10 day 01..03',
  ],
  ['2026-02-26', '2026-02-28', 'pentad 26..28'],
  ['2026-02-25', '2026-02-27', 'day 25..27'],
])('covers %s to %s with as few spans as possible', (from, to, spans) => {
  const found = coverWithSpans({ from, to });
  const said = found.map((one) => {
    const [begin, end] = [one.from, one.to].map((day) =>
      one.span === 'day' || one.span === 'pentad' ? day.slice(8) : day.slice(5, 7),
    );
    return `${one.span} ${begin}..${end}`;
  });
  expect(said.join(' ')).toBe(spans);
  expect(found.flatMap(eachDay)).toEqual(eachDay({ from, to }));
});

it('covers each day of any period with exactly one span', () => {
  for (const day of eachDay({ from: '2027-12-01', to: '2028-03-31' })) {
    if (Number(day.slice(8)) % 5 > 1) continue;
    for (const period of [7, 30, 90, 365]) {
      const days = daysOf(period, new Date(`${day}T12:00:00Z`));
      const found = coverWithSpans(days);
      expect(found.flatMap(eachDay)).toEqual(eachDay(days));
      for (const { span, from } of found) expect(spanStart(from, span)).toBe(from);
      expect(found.length).toBeLessThanOrEqual(7);
    }
  }
});
