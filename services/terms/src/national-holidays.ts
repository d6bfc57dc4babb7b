import { civilDay } from './civil-days.ts';
import { DAY_MS } from './periods.ts';

/** A civil day of São Paulo, in days since 1970-01-01. */
export type Day = number;

const dayOf = (year: number, month: number, day: number): Day => Date.UTC(year, month - 1, day) / DAY_MS;
export const yearOf = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear();

/** Civil day of a time in São Paulo. Respects daylight-saving time, which existed until 2019. */
export const dayAt = (time: Date): Day => Date.parse(civilDay(time)) / DAY_MS;

/** Easter Sunday of any Gregorian year (Meeus, Jones and Butcher). */
export function easter(year: number): Day {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return dayOf(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/**
 * Fixed holidays as month and day: Lei 662/1949 as amended by Lei 10.607/2002, and 12 October by Lei
 * 6.802/1980.
 */
const FIXED = [
  [1, 1],
  [4, 21],
  [5, 1],
  [9, 7],
  [10, 12],
  [11, 2],
  [11, 15],
  [12, 25],
] as const;
/** Lei 14.759/2023, of 21 December, makes 20 November a holiday from the next year on. */
const CONSCIENCE_DAY_SINCE = 2024;

const years = new Map<number, ReadonlySet<Day>>();

function holidaysOf(year: number): ReadonlySet<Day> {
  const known = years.get(year);
  if (known) return known;
  const days = new Set(FIXED.map(([month, day]) => dayOf(year, month, day)));
  days.add(easter(year) - 2);
  if (year >= CONSCIENCE_DAY_SINCE) days.add(dayOf(year, 11, 20));
  years.set(year, days);
  return days;
}

/** 0 is Sunday; 1970-01-01 was a Thursday. */
export const weekdayOf = (day: Day): number => (day + 4) % 7;

export const isNonWorkingDay = (day: Day): boolean =>
  weekdayOf(day) % 6 === 0 || holidaysOf(yearOf(day)).has(day);
