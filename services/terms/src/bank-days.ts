import { type Day, dayAt, easter, isNonWorkingDay, weekdayOf, yearOf } from './national-holidays.ts';
import { DAY_MS } from './periods.ts';

/**
 * Days on which banks are closed, in days from Easter Sunday: Carnival Monday and Tuesday, Corpus Christi (Resolução
 * CMN 4.880/2020; calendar of FEBRABAN). State and municipal holidays do not count: banks elsewhere are open.
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

/** Formats a day as "segunda-feira, 28/12". */
function formatDay(day: Day): string {
  const at = new Date(day * DAY_MS);
  return `${WEEKDAYS[weekdayOf(day)]}, ${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}`;
}

export type PayableUntil = {
  /** Last day on which banks accept the boleto, such as "segunda-feira, 28/12". */
  last: string;
  /** Due day in the same format, if banks are closed on it; otherwise null. */
  due: string | null;
  /** True when the last day has passed. */
  isOver: boolean;
};

/** Last day to pay a boleto. If banks are closed on its due day, it can be paid on the next bank day. */
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
