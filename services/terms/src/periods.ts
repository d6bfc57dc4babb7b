import { AppError } from './errors.ts';

/** Lengths of an analysis period, days (spec §9). */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];
export const PERIOD_MESSAGE = 'Período inválido';

export const DAY_MS = 24 * 3_600_000;

export const isPeriod = (days: number): days is Period => PERIODS.some((period) => period === days);

/** @throws AppError invalid-input for a length not in PERIODS */
export function checkPeriod(days: number): Period {
  if (!isPeriod(days)) throw new AppError('invalid-input', { message: PERIOD_MESSAGE });
  return days;
}

/** @throws AppError invalid-input for a length not in PERIODS */
export const periodStart = (days: number, now: Date): Date =>
  new Date(now.getTime() - checkPeriod(days) * DAY_MS);
