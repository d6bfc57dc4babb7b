import type { AnalyticsPeriod } from '@g2/gateway/contract/admin';
import type { Span } from '@g2/gateway/contract/business-metrics';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { monthLabel, percent1 } from '../analytics/figures.ts';

const decimal = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));
const whole = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));

/** Portuguese phrases for the previous period: `within` it, compared with it (`as`), and how long `ago`. */
const BEFORE: Readonly<
  Record<AnalyticsPeriod, { readonly within: string; readonly as: string; readonly ago: string }>
> = {
  7: { within: 'nos 7 dias anteriores', as: 'aos 7 dias anteriores', ago: '7 dias' },
  30: { within: 'nos 30 dias anteriores', as: 'aos 30 dias anteriores', ago: '30 dias' },
  90: { within: 'nos 90 dias anteriores', as: 'aos 90 dias anteriores', ago: '90 dias' },
  365: { within: 'no ano anterior', as: 'ao ano anterior', ago: 'um ano' },
};

export const asBefore = (period: AnalyticsPeriod): string => BEFORE[period].as;

/** Percent; with a decimal below 10. */
const percent = (part: number): string => `${(part < 10 ? decimal : whole)().format(part)}%`;

/** Words for the change of a figure against the previous period, or for a missing figure. */
export function compared(
  now: number | null,
  before: number | null,
  period: AnalyticsPeriod,
  write: (value: number) => string,
): string {
  const { within, as } = BEFORE[period];
  if (before === null) return `Sem dados ${within}`;
  if (now === null) return `${write(before)} ${within}`;
  if (now === before) return now === 0 ? `Nada também ${within}` : `Igual ${as}`;
  if (before === 0) return `Nada ${within}`;
  return `${difference(now, before, write)} que ${within} (${write(before)})`;
}

/** Like `compared`, for rates in percent: the change in percentage points. */
export function comparedRate(now: number | null, before: number | null, period: AnalyticsPeriod): string {
  const { within, as } = BEFORE[period];
  if (before === null) return `Sem dados ${within}`;
  if (now === null) return `${percent1(before)} ${within}`;
  // Subtract the rounded rates, so that the difference matches the numbers shown.
  const points = Math.round(now * 10) - Math.round(before * 10);
  if (points === 0) return `Igual ${as}`;
  const direction = points > 0 ? 'a mais' : 'a menos';
  return `${decimal().format(Math.abs(points) / 10)} p.p. ${direction} que ${within} (${percent1(before)})`;
}

/** Like `compared`, for a count at the end of each period. */
export function comparedStock(
  now: number,
  before: number,
  period: AnalyticsPeriod,
  write: (value: number) => string,
): string {
  const { ago } = BEFORE[period];
  if (now === before) return `Igual a há ${ago}`;
  if (before === 0) return `Nada há ${ago}`;
  return `${difference(now, before, write)} que há ${ago} (${write(before)})`;
}

/** The change in percent, or as an amount when `before` is negative. */
function difference(now: number, before: number, write: (value: number) => string): string {
  const direction = now > before ? 'a mais' : 'a menos';
  if (before < 0) return `${write(Math.abs(now - before))} ${direction}`;
  return `${percent((Math.abs(now - before) / before) * 100)} ${direction}`;
}

/** A duration in days; below a day in hours, below an hour in minutes. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds >= 86_400) {
    const days = decimal().format(seconds / 86_400);
    return days === '1' ? '1 dia' : `${days} dias`;
  }
  if (seconds >= 3_600) return `${decimal().format(seconds / 3_600)} h`;
  return seconds >= 60 ? `${whole().format(seconds / 60)} min` : 'menos de 1 min';
}

/** Axis label of the day, week or month that begins on the day `begins`. */
export const spanLabel = (begins: string, span: Span): string =>
  span === 'month' ? monthLabel(begins.slice(0, 7)) : dayLabel(begins);

/** `2026-11-24` becomes `24/11`. */
export const dayLabel = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/** `2026-11-24` becomes `24/11/2026`. */
export const wholeDay = (day: string): string => `${dayLabel(day)}/${day.slice(0, 4)}`;
