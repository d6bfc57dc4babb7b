import { invalidField } from './errors.ts';
import { checkPeriod, DAY_MS, type Period } from './periods.ts';
import { whenUsed } from './when-used.ts';

/** A period in civil days (YYYY-MM-DD), which includes both `from` and `to`. */
export type DayRange = { from: string; to: string };

/** Granularities of a series. Weeks begin on Mondays. */
export const SPANS = ['day', 'week', 'month'] as const;
export type Span = (typeof SPANS)[number];
export const SPAN_MESSAGE = 'Intervalo inválido';

// The Swedish locale formats dates as ISO 8601.
const saoPauloDay = whenUsed(() => new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' }));

/** Civil day of a time in São Paulo. */
export const civilDay = (at: Date): string => saoPauloDay().format(at);

/** True for an existing day such as "2026-11-24". Rejects 30 February, which Date reads as a day of March. */
export function isCivilDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = midnight(text);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text);
}

/** Errors in the bounds of a period, by field. An empty text means that a bound is absent. */
export function dayErrors({ from, to }: DayRange): Partial<DayRange> {
  const errors: Partial<DayRange> = {};
  if (from !== '' && !isCivilDay(from)) errors.from = 'Data inválida';
  if (to !== '' && !isCivilDay(to)) errors.to = 'Data inválida';
  else if (from !== '' && to !== '' && to < from) errors.to = 'O período termina antes de começar';
  return errors;
}

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

const addDays = (day: string, days: number): string =>
  new Date(midnight(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The last `period` civil days, including today. @throws AppError invalid-input for a length not in PERIODS */
export function daysOf(period: number, now: Date): DayRange {
  const to = civilDay(now);
  return { from: addDays(to, 1 - checkPeriod(period)), to };
}

/** The period of the same length that ends on the day before these. */
export function daysBefore({ from, to }: DayRange): DayRange {
  const length = (midnight(to).getTime() - midnight(from).getTime()) / DAY_MS + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

const SPANS_OF: Readonly<Record<Period, readonly Span[]>> = {
  7: ['day'],
  30: ['day', 'week'],
  90: ['day', 'week', 'month'],
  365: ['week', 'month'],
};
const SPAN_OF: Readonly<Record<Period, Span>> = { 7: 'day', 30: 'week', 90: 'week', 365: 'month' };

export const spansOf = (period: Period): readonly Span[] => SPANS_OF[period];

/** @param asked step; empty: default of the period @throws AppError invalid-input for a step that the period lacks */
export function spanOf(days: number, request = ''): Span {
  const period = checkPeriod(days);
  if (request === '') return SPAN_OF[period];
  const span = SPANS_OF[period].find((one) => one === request);
  if (!span) throw invalidField('span', SPAN_MESSAGE);
  return span;
}

/** Granularities of aggregates. A pentad is five days of a month; the last one of a month has the remaining days. */
export type AggregateSpan = 'day' | 'pentad' | 'month' | 'quarter';

export function spanStart(day: string, span: Span | AggregateSpan): string {
  const [month, date] = [Number(day.slice(5, 7)), Number(day.slice(8))];
  switch (span) {
    case 'day':
      return day;
    case 'pentad':
      return addDays(`${day.slice(0, 7)}-01`, 5 * Math.min(5, Math.floor((date - 1) / 5)));
    case 'week':
      return addDays(day, -((midnight(day).getUTCDay() + 6) % 7));
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'quarter':
      return `${day.slice(0, 4)}-${String(month - ((month - 1) % 3)).padStart(2, '0')}-01`;
  }
}

/** The last `months` months up to this day, including its month. */
export function monthsUntil(day: string, months: number): DayRange {
  const from = spanStart(day, 'month');
  return months <= 1 ? { from, to: day } : { ...monthsUntil(addDays(from, -1), months - 1), to: day };
}

export function eachDay({ from, to }: DayRange): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** First day of each span within a period. The first is `days.from`, even in the middle of a span. */
export function spanStarts(days: DayRange, span: Span): string[] {
  const beginnings = eachDay(days).map((day) => spanStart(day, span));
  return [...new Set(beginnings)].map((day) => (day < days.from ? days.from : day));
}

export type SpanRun = DayRange & { span: AggregateSpan };

/** Covers the days with as few whole spans as possible: quarters in the middle, smaller spans at both ends. */
export function coverWithSpans(
  days: DayRange,
  [span = 'day', ...smaller]: readonly AggregateSpan[] = ['quarter', 'month', 'pentad'],
): SpanRun[] {
  const { from, to } = days;
  if (from > to) return [];
  if (span === 'day') return [{ span, from, to }];
  let first = from;
  while (spanStart(first, span) !== first) first = addDays(first, 1);
  const end = spanStart(addDays(to, 1), span);
  if (first >= end) return coverWithSpans(days, smaller);
  return [
    ...coverWithSpans({ from, to: addDays(first, -1) }, smaller),
    { span, from: first, to: addDays(end, -1) },
    ...coverWithSpans({ from: end, to }, smaller),
  ];
}
