import { AppError } from './errors.ts';

/** Days an analysis looks back (spec §9). */
export const PERIODS = [7, 30, 90, 365] as const;
export type Period = (typeof PERIODS)[number];
export const PERIOD_MESSAGE = 'Período inválido';

const DAY_MS = 24 * 3_600_000;

/** When a period of days begins. @throws AppError invalid-input for any other length */
export function periodStart(days: number, now: Date): Date {
  if (!isPeriod(days)) throw new AppError('invalid-input', { message: PERIOD_MESSAGE });
  return new Date(now.getTime() - days * DAY_MS);
}

export const isPeriod = (days: number): days is Period => PERIODS.some((period) => period === days);
