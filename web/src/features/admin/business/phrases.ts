import type { AnalyticsPeriod } from '@g2/gateway/contract/admin';
import type { Span } from '@g2/gateway/contract/business-metrics';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { monthLabel, percentWithDecimal } from '../analytics/figures.ts';

const decimalFormat = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));
const wholeFormat = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));

/** Portuguese phrases about the previous period, by the length of the period in days. */
const PREVIOUS_PERIOD: Readonly<
  Record<AnalyticsPeriod, { readonly inPeriod: string; readonly comparedTo: string; readonly length: string }>
> = {
  7: { inPeriod: 'nos 7 dias anteriores', comparedTo: 'aos 7 dias anteriores', length: '7 dias' },
  30: { inPeriod: 'nos 30 dias anteriores', comparedTo: 'aos 30 dias anteriores', length: '30 dias' },
  90: { inPeriod: 'nos 90 dias anteriores', comparedTo: 'aos 90 dias anteriores', length: '90 dias' },
  365: { inPeriod: 'no ano anterior', comparedTo: 'ao ano anterior', length: 'um ano' },
};

export const comparedToPrevious = (period: AnalyticsPeriod): string => PREVIOUS_PERIOD[period].comparedTo;

/** Formats a percentage, with a decimal if it is below 10. */
const formatPercentage = (value: number): string =>
  `${(value < 10 ? decimalFormat : wholeFormat)().format(value)}%`;

/** A Portuguese phrase that compares a figure with the previous period. A figure without data is null. */
export function comparison(
  current: number | null,
  previous: number | null,
  period: AnalyticsPeriod,
  format: (value: number) => string,
): string {
  const { inPeriod, comparedTo } = PREVIOUS_PERIOD[period];
  if (previous === null) return `Sem dados ${inPeriod}`;
  if (current === null) return `${format(previous)} ${inPeriod}`;
  if (current === previous) return current === 0 ? `Nada também ${inPeriod}` : `Igual ${comparedTo}`;
  if (previous === 0) return `Nada ${inPeriod}`;
  return `${differenceText(current, previous, format)} que ${inPeriod} (${format(previous)})`;
}

/** Like `comparison`, for rates in percent: it gives the change in percentage points. */
export function rateComparison(
  current: number | null,
  previous: number | null,
  period: AnalyticsPeriod,
): string {
  const { inPeriod, comparedTo } = PREVIOUS_PERIOD[period];
  if (previous === null) return `Sem dados ${inPeriod}`;
  if (current === null) return `${percentWithDecimal(previous)} ${inPeriod}`;
  // The difference of the rounded rates, so that it matches the numbers shown.
  const tenthsOfPoint = Math.round(current * 10) - Math.round(previous * 10);
  if (tenthsOfPoint === 0) return `Igual ${comparedTo}`;
  const direction = tenthsOfPoint > 0 ? 'a mais' : 'a menos';
  const change = decimalFormat().format(Math.abs(tenthsOfPoint) / 10);
  return `${change} p.p. ${direction} que ${inPeriod} (${percentWithDecimal(previous)})`;
}

/** Like `comparison`, for a count at the end of each period. */
export function stockComparison(
  current: number,
  previous: number,
  period: AnalyticsPeriod,
  format: (value: number) => string,
): string {
  const { length } = PREVIOUS_PERIOD[period];
  if (current === previous) return `Igual a há ${length}`;
  if (previous === 0) return `Nada há ${length}`;
  return `${differenceText(current, previous, format)} que há ${length} (${format(previous)})`;
}

/** The change in percent, or as an amount if `previous` is negative. */
function differenceText(current: number, previous: number, format: (value: number) => string): string {
  const direction = current > previous ? 'a mais' : 'a menos';
  if (previous < 0) return `${format(Math.abs(current - previous))} ${direction}`;
  return `${formatPercentage((Math.abs(current - previous) / previous) * 100)} ${direction}`;
}

/** A duration in days, hours or minutes, depending on its length. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds >= 86_400) {
    const days = decimalFormat().format(seconds / 86_400);
    return days === '1' ? '1 dia' : `${days} dias`;
  }
  if (seconds >= 3_600) return `${decimalFormat().format(seconds / 3_600)} h`;
  return seconds >= 60 ? `${wholeFormat().format(seconds / 60)} min` : 'menos de 1 min';
}

/** Axis label of the day, week or month that begins on `firstDay`. */
export const spanLabel = (firstDay: string, span: Span): string =>
  span === 'month' ? monthLabel(firstDay.slice(0, 7)) : dayLabel(firstDay);

/** `2026-11-24` becomes `24/11`. */
export const dayLabel = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/** `2026-11-24` becomes `24/11/2026`. */
export const fullDayLabel = (day: string): string => `${dayLabel(day)}/${day.slice(0, 4)}`;
