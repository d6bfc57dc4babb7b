import { AppError } from './errors.ts';

/** Lengths of an analysis period, days (spec §9). */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];
export const PERIOD_MESSAGE = 'Período inválido';

const DAY_MS = 24 * 3_600_000;

/** @throws AppError invalid-input for a length not in PERIODS */
export function periodStart(days: number, now: Date): Date {
  if (!isPeriod(days)) throw new AppError('invalid-input', { message: PERIOD_MESSAGE });
  return new Date(now.getTime() - days * DAY_MS);
}

export const isPeriod = (days: number): days is Period => PERIODS.some((period) => period === days);

/** An existing civil day (YYYY-MM-DD), unlike 30 February. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** Errors of a period's bounds by field; an empty text is no bound. */
export function dayErrors({ from, to }: { from: string; to: string }): { from?: string; to?: string } {
  const faults: { from?: string; to?: string } = {};
  if (from !== '' && !isDay(from)) faults.from = 'Data inválida';
  if (to !== '' && !isDay(to)) faults.to = 'Data inválida';
  else if (from !== '' && to !== '' && to < from) faults.to = 'O período termina antes de começar';
  return faults;
}
