import { AppError } from './errors.ts';
import { isPeriod, PERIOD_MESSAGE, type Period } from './periods.ts';

/** From one civil day (YYYY-MM-DD) to another, both included. */
export type Days = { from: string; to: string };

/** What a series is drawn by. Weeks begin on Mondays. */
export type Span = 'day' | 'week' | 'month';

const DAY_MS = 24 * 3_600_000;
// Swedish writes dates as ISO does.
const dayThere = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/Sao_Paulo' });

/** The civil day it is in São Paulo. */
export const civilDay = (at: Date): string => dayThere.format(at);

const midnight = (day: string): Date => new Date(`${day}T00:00:00Z`);

/** A civil day so many later. */
const addDays = (day: string, days: number): string =>
  new Date(midnight(day).getTime() + days * DAY_MS).toISOString().slice(0, 10);

/** The last `period` civil days, today included. @throws AppError invalid-input for any other length than a period's */
export function daysOf(period: number, now: Date): Days {
  if (!isPeriod(period)) throw new AppError('invalid-input', { message: PERIOD_MESSAGE });
  const to = civilDay(now);
  return { from: addDays(to, 1 - period), to };
}

/** As many days right before these. */
export function daysBefore({ from, to }: Days): Days {
  const length = (midnight(to).getTime() - midnight(from).getTime()) / DAY_MS + 1;
  return { from: addDays(from, -length), to: addDays(from, -1) };
}

const SPAN_OF: Readonly<Record<Period, Span>> = { 7: 'day', 30: 'week', 90: 'week', 365: 'month' };

/** How a period's series is drawn. @throws AppError invalid-input */
export function spanOf(period: number): Span {
  if (!isPeriod(period)) throw new AppError('invalid-input', { message: PERIOD_MESSAGE });
  return SPAN_OF[period];
}

/** The day that the span with this day begins on. */
function beginningOf(day: string, span: Span): string {
  if (span === 'day') return day;
  if (span === 'month') return `${day.slice(0, 7)}-01`;
  return addDays(day, -((midnight(day).getUTCDay() + 6) % 7));
}

/** Every day of these. */
export function eachDay({ from, to }: Days): string[] {
  const days: string[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The days that the spans of these days begin on; the first begins with them, though it be in the midst of its week. */
export function beginningsOf(days: Days, span: Span): string[] {
  const beginnings = eachDay(days).map((day) => beginningOf(day, span));
  return [...new Set(beginnings)].map((day) => (day < days.from ? days.from : day));
}

/** These days as whole months, and the days before and after those; without a whole month all are days. */
export function wholeMonths({ from, to }: Days): { months: Days | null; rest: Days[] } {
  const first = from.endsWith('-01') ? from : beginningOf(addDays(beginningOf(from, 'month'), 31), 'month');
  const end = beginningOf(addDays(to, 1), 'month');
  if (first >= end) return { months: null, rest: [{ from, to }] };
  const rest = [
    { from, to: addDays(first, -1) },
    { from: end, to },
  ].filter((part) => part.from <= part.to);
  return { months: { from: first, to: addDays(end, -1) }, rest };
}
