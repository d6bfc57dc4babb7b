import { civilDay, DAY_MS, type Day, isFree } from './national-days.ts';
import { STATUS_PROMISED_DAYS, type Status } from './statuses.ts';

/** When a civil day began: at 02:00 UTC in summer time, else at 03:00; the day summer time begins has no midnight. */
function beginningOf(day: Day): Date {
  const summer = new Date(day * DAY_MS + 2 * 3_600_000);
  return civilDay(summer) === day ? summer : new Date(day * DAY_MS + 3 * 3_600_000);
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
  for (let day = civilDay(from) + 1; day <= last; day += 1) if (!isFree(day)) count += 1;
  return count;
}

/**
 * What began before this is more than `days` working days old now, what began at it or later is not: `workingDays(at, now) > days`
 * turned into a comparison of times, for a database.
 * @param days whole, at least 0
 */
export function moreThanWorkingDaysAgo(days: number, now: Date): Date {
  let day = civilDay(now);
  for (let left = days; left > 0 || isFree(day); day -= 1) if (!isFree(day)) left -= 1;
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
