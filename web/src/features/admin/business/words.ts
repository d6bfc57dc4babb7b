import type { AnalyticsPeriod } from '@g2/gateway/contract/admin';
import type { Span } from '@g2/gateway/contract/business-metrics';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { monthLabel, percent1 } from '../analytics/figures.ts';

const decimal = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));
const whole = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 0 }));

/** The period before, as it stands in a sentence: in it, and beside it. */
const BEFORE: Readonly<
  Record<AnalyticsPeriod, { readonly within: string; readonly as: string; readonly ago: string }>
> = {
  7: { within: 'nos 7 dias anteriores', as: 'aos 7 dias anteriores', ago: '7 dias' },
  30: { within: 'nos 30 dias anteriores', as: 'aos 30 dias anteriores', ago: '30 dias' },
  90: { within: 'nos 90 dias anteriores', as: 'aos 90 dias anteriores', ago: '90 dias' },
  365: { within: 'no ano anterior', as: 'ao ano anterior', ago: 'um ano' },
};

/** To what a period is compared. */
export const asBefore = (period: AnalyticsPeriod): string => BEFORE[period].as;

/** What is not known now or was not then. */
const noneBefore = (period: AnalyticsPeriod): string => `Sem dados ${BEFORE[period].within}`;
const onlyBefore = (before: string, period: AnalyticsPeriod): string => `${before} ${BEFORE[period].within}`;

/** Percent, finer where it is small. */
const percent = (part: number): string => `${(part < 10 ? decimal : whole)().format(part)}%`;

/** By how much a figure of a period differs from that of the period before; null where it cannot be told. */
export function compared(
  now: number | null,
  before: number | null,
  period: AnalyticsPeriod,
  write: (value: number) => string,
): string {
  const { within, as } = BEFORE[period];
  if (before === null) return noneBefore(period);
  if (now === null) return onlyBefore(write(before), period);
  if (now === before) return now === 0 ? `Nada também ${within}` : `Igual ${as}`;
  if (before === 0) return `Nada ${within}`;
  return `${difference(now, before, write)} que ${within} (${write(before)})`;
}

/** The same of rates in percent: by how many points. */
export function comparedRate(now: number | null, before: number | null, period: AnalyticsPeriod): string {
  const { within, as } = BEFORE[period];
  if (before === null) return noneBefore(period);
  if (now === null) return onlyBefore(percent1(before), period);
  // As they are written, so that what is read adds up.
  const points = Math.round(now * 10) - Math.round(before * 10);
  if (points === 0) return `Igual ${as}`;
  const direction = points > 0 ? 'a mais' : 'a menos';
  return `${decimal().format(Math.abs(points) / 10)} p.p. ${direction} que ${within} (${percent1(before)})`;
}

/** The same of what stood at the end of each of the two. */
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

/** Of what was below zero no part can be told: then the amount is. */
function difference(now: number, before: number, write: (value: number) => string): string {
  const direction = now > before ? 'a mais' : 'a menos';
  if (before < 0) return `${write(Math.abs(now - before))} ${direction}`;
  return `${percent((Math.abs(now - before) / before) * 100)} ${direction}`;
}

/** Seconds in days; below a day in hours, below an hour in minutes. */
export function duration(seconds: number | null): string {
  if (seconds === null) return '—';
  if (seconds >= 86_400) {
    const days = decimal().format(seconds / 86_400);
    return days === '1' ? '1 dia' : `${days} dias`;
  }
  if (seconds >= 3_600) return `${decimal().format(seconds / 3_600)} h`;
  return seconds >= 60 ? `${whole().format(seconds / 60)} min` : 'menos de 1 min';
}

/** The day, week or month that begins on a civil day, as an axis has it. */
export const spanLabel = (begins: string, span: Span): string =>
  span === 'month' ? monthLabel(begins.slice(0, 7)) : dayLabel(begins);

/** `2026-11-24` as `24/11`. */
export const dayLabel = (day: string): string => `${day.slice(8, 10)}/${day.slice(5, 7)}`;

/** `2026-11-24` as `24/11/2026`. */
export const wholeDay = (day: string): string => `${dayLabel(day)}/${day.slice(0, 4)}`;
