import { STATUS_PROMISED_DAYS, type Status } from './statuses.ts';
import { whenUsed } from './when-used.ts';

const DAY_MS = 86_400_000;

// With the historic summer times (the last ended in 2019): a day begins when the clocks there say so.
const calendar = whenUsed(
  () =>
    new Intl.DateTimeFormat('en-US', {
      timeZone: 'America/Sao_Paulo',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
    }),
);

/** A civil day of São Paulo, counted from 1970-01-01. */
type Day = number;

const dayOf = (year: number, month: number, day: number): Day => Date.UTC(year, month - 1, day) / DAY_MS;
const yearOf = (day: Day): number => new Date(day * DAY_MS).getUTCFullYear();

/** The civil day it is in São Paulo at that time. */
function civilDay(at: Date): Day {
  const parts = new Map(
    calendar()
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  return dayOf(part('year'), part('month'), part('day'));
}

/** When a civil day began: at 02:00 UTC in summer time, else at 03:00; the day summer time begins has no midnight. */
function beginningOf(day: Day): Date {
  const summer = new Date(day * DAY_MS + 2 * 3_600_000);
  return civilDay(summer) === day ? summer : new Date(day * DAY_MS + 3 * 3_600_000);
}

/** Easter Sunday, by the algorithm of Meeus, Jones and Butcher; good for every Gregorian year. */
function easter(year: number): Day {
  const a = year % 19;
  const [b, c] = [Math.floor(year / 100), year % 100];
  const g = Math.floor((8 * b + 13) / 25);
  const h = (19 * a + b - Math.floor(b / 4) - g + 15) % 30;
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7;
  const m = Math.floor((a + 11 * h + 19 * l) / 433);
  const month = Math.floor((h + l - 7 * m + 90) / 25);
  return dayOf(year, month, (h + l - 7 * m + 33 * month + 19) % 32);
}

/** Month and day: Lei 662/1949 as Lei 10.607/2002 left it, and 12 October by Lei 6.802/1980. */
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
/** Lei 14.759/2023 is of 21 December: 20 November is a holiday since the year after. */
const CONSCIENCE_SINCE = 2024;

const years = new Map<number, ReadonlySet<Day>>();

function holidaysOf(year: number): ReadonlySet<Day> {
  const known = years.get(year);
  if (known) return known;
  const days = new Set(FIXED.map(([month, day]) => dayOf(year, month, day)));
  days.add(easter(year) - 2);
  if (year >= CONSCIENCE_SINCE) days.add(dayOf(year, 11, 20));
  years.set(year, days);
  return days;
}

function isWorking(day: Day): boolean {
  // 1970-01-01 was a Thursday.
  const weekday = (day + 4) % 7;
  return weekday !== 0 && weekday !== 6 && !holidaysOf(yearOf(day)).has(day);
}

/**
 * Working days from one time to another, in civil days of São Paulo: the day it begins is left out and the day it ends
 * is counted (Lei 9.784/1999, art. 66). The same day, and a time before, are 0; from Friday to Monday is 1.
 *
 * No working days are Saturdays, Sundays and the national holidays (Lei 662/1949, 6.802/1980, 14.759/2023), with Good
 * Friday, the one movable feast that Lei 9.093/1995, art. 2, names. Carnival and Corpus Christi are no holidays of any
 * federal law: the yearly portaria of the federal administration makes them ponto facultativo, which binds its own
 * offices alone. They count, as do holidays of states and towns.
 */
export function workingDays(from: Date, to: Date): number {
  const last = civilDay(to);
  let count = 0;
  for (let day = civilDay(from) + 1; day <= last; day += 1) if (isWorking(day)) count += 1;
  return count;
}

/**
 * What began before this is more than `days` working days old now, what began at it or later is not: `workingDays(at, now) > days`
 * turned into a comparison of times, for a database.
 * @param days whole, at least 0
 */
export function moreThanWorkingDaysAgo(days: number, now: Date): Date {
  let day = civilDay(now);
  for (let left = days; left > 0 || !isWorking(day); day -= 1) if (isWorking(day)) left -= 1;
  return beginningOf(day);
}

/** Of the promised time, from which on it is near its end. */
const NEAR = 0.8;

export type Lateness = {
  /** Working days. */
  days: number;
  /** What a registration may take in this status at most, in working days. */
  promised: number;
  /** Of what was promised; 1 when all of it is used. */
  share: number;
  /** near: from 80 % on; late: past all of it */
  level: 'in-time' | 'near' | 'late';
};

/**
 * How much of the promised time (spec §4) a registration has used of its status.
 * @param since when it entered the status
 * @returns null in a status that waits for nobody's work
 */
export function lateness(status: Status, since: Date, now: Date): Lateness | null {
  const promised = STATUS_PROMISED_DAYS[status];
  if (promised === undefined) return null;
  const days = workingDays(since, now);
  const share = days / promised;
  return { days, promised, share, level: share > 1 ? 'late' : share >= NEAR ? 'near' : 'in-time' };
}
