import { type Day, dayAt, isNonWorkingDay } from './national-holidays.ts';
import { DAY_MS } from './periods.ts';
import { STATUS_PROMISED_DAYS, type Status } from './statuses.ts';

/** A day starts at 02:00 UTC in daylight-saving time, else 03:00. The day on which that begins has no midnight. */
function startOfDay(day: Day): Date {
  const summer = new Date(day * DAY_MS + 2 * 3_600_000);
  return dayAt(summer) === day ? summer : new Date(day * DAY_MS + 3 * 3_600_000);
}

/**
 * Working days between two times, in civil days of São Paulo: excludes the first day, includes the last (Lei
 * 9.784/1999, art. 66). Same day or reversed: 0. Friday to Monday: 1.
 * Not working days: weekends, national holidays (Lei 662/1949, 6.802/1980, 14.759/2023) and Good Friday (Lei
 * 9.093/1995, art. 2). Carnival and Corpus Christi are working days: no federal law makes them holidays, and
 * the yearly portaria (ponto facultativo) binds federal offices only. State and municipal holidays are
 * working days too.
 */
export function workingDays(from: Date, to: Date): number {
  const last = dayAt(to);
  let count = 0;
  for (let day = dayAt(from) + 1; day <= last; day += 1) if (!isNonWorkingDay(day)) count += 1;
  return count;
}

/** Earliest time since which at most `days` (whole, at least 0) working days passed; a database can compare with it. */
export function moreThanWorkingDaysAgo(days: number, now: Date): Date {
  let day = dayAt(now);
  for (let left = days; left > 0 || isNonWorkingDay(day); day -= 1) if (!isNonWorkingDay(day)) left -= 1;
  return startOfDay(day);
}

/** From this share on, the promised time counts as nearly used up. */
const NEAR_SHARE = 0.8;

export type Lateness = {
  /** Working days in the status so far. */
  days: number;
  /** Promised maximum for this status, working days. */
  promised: number;
  /** Used share of the promised time; 1 means all of it. */
  share: number;
  /** near: from 80 % on; late: above 100 % */
  level: 'in-time' | 'near' | 'late';
};

/** Used share of the promised time (spec §4). @param since entry into the status @returns null if none is promised */
export function lateness(status: Status, since: Date, now: Date): Lateness | null {
  const promised = STATUS_PROMISED_DAYS[status];
  if (promised === undefined) return null;
  const days = workingDays(since, now);
  const share = days / promised;
  return { days, promised, share, level: share > 1 ? 'late' : share >= NEAR_SHARE ? 'near' : 'in-time' };
}
