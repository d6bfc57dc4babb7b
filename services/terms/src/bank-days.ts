import { type Day, dayAt, easter, isNonWorkingDay, weekdayOf, yearOf } from './national-holidays.ts';
import { DAY_MS } from './periods.ts';

/**
 * Days from Easter Sunday without bank service: Carnival Monday and Tuesday, Corpus Christi (Resolução CMN 4.880/2020;
 * calendar of FEBRABAN). State and municipal holidays do not count: banks elsewhere are open.
 */
const CLOSED_DAYS_FROM_EASTER = [-48, -47, 60];

function isBankDay(day: Day): boolean {
  return !isNonWorkingDay(day) && !CLOSED_DAYS_FROM_EASTER.some((days) => easter(yearOf(day)) + days === day);
}

const WEEKDAYS = [
  'domingo',
  'segunda-feira',
  'terça-feira',
  'quarta-feira',
  'quinta-feira',
  'sexta-feira',
  'sábado',
] as const;

const two = (value: number): string => String(value).padStart(2, '0');

/** "segunda-feira, 28/12" */
function formatDay(day: Day): string {
  const at = new Date(day * DAY_MS);
  return `${WEEKDAYS[weekdayOf(day)]}, ${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}`;
}

export type PayableUntil = {
  /** Last day on which banks accept it, as "segunda-feira, 28/12". */
  last: string;
  /** Due day in the same format, if no bank accepts it on that day; otherwise null. */
  due: string | null;
  /** The last day has passed. */
  isOver: boolean;
};

/** Last day to pay a boleto. One due on a day without bank service can be paid on the next bank day. */
export function payableUntil(due: Date, now: Date): PayableUntil {
  const dueDay = dayAt(due);
  let last = dueDay;
  while (!isBankDay(last)) last += 1;
  return {
    last: formatDay(last),
    due: last === dueDay ? null : formatDay(dueDay),
    isOver: dayAt(now) > last,
  };
}
