import { civilDay, DAY_MS, type Day, easter, isFree, weekdayOf, yearOf } from './national-days.ts';

/**
 * Days on which no bank of the country takes a boleto, besides weekends and national holidays: Monday and Tuesday of
 * Carnival, and Corpus Christi, counted from Easter Sunday (Resolução CMN 4.880/2020; calendar of FEBRABAN). Holidays
 * of states and towns are left out: banks elsewhere are open.
 */
const FROM_EASTER = [-48, -47, 60];

function isBankDay(day: Day): boolean {
  return !isFree(day) && !FROM_EASTER.some((days) => easter(yearOf(day)) + days === day);
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
function named(day: Day): string {
  const at = new Date(day * DAY_MS);
  return `${WEEKDAYS[weekdayOf(day)]}, ${two(at.getUTCDate())}/${two(at.getUTCMonth() + 1)}`;
}

export type PayableUntil = {
  /** The day until which banks take it, as "segunda-feira, 28/12". */
  last: string;
  /** The day it is due, the same way, where no bank takes it on that day. */
  due: string | null;
  /** That last day is over. */
  isOver: boolean;
};

/** Until when banks take a boleto that is due then: what is due on a day without banks may be paid on the next with them. */
export function payableUntil(due: Date, now: Date): PayableUntil {
  const dueDay = civilDay(due);
  let last = dueDay;
  while (!isBankDay(last)) last += 1;
  return {
    last: named(last),
    due: last === dueDay ? null : named(dueDay),
    isOver: civilDay(now) > last,
  };
}
