import { whenUsed } from '@g2/gateway/contract/when-used';

const oneDecimal = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const monthName = whenUsed(
  () => new Intl.DateTimeFormat('pt-BR', { month: 'short', year: '2-digit', timeZone: 'UTC' }),
);

/** A number in pt-BR with one decimal, such as `7,5`. */
export const numberWithDecimal = (value: number): string => oneDecimal().format(value);

/** A percentage in pt-BR with one decimal, such as `7,5%` (spec §9). */
export const percentWithDecimal = (value: number): string => `${numberWithDecimal(value)}%`;

/** The short name of a month on a chart axis: `nov/26` for `2026-11`. */
export function monthLabel(month: string): string {
  const parts = monthName().formatToParts(new Date(`${month}-01T00:00:00Z`));
  const part = (type: 'month' | 'year') => parts.find((item) => item.type === type)?.value ?? '';
  return `${part('month').replace('.', '')}/${part('year')}`;
}

/** `part` in percent of `whole`; 0 if `whole` is 0. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

/** True if every value of every row is 0. */
export const isAllZero = (rows: readonly { readonly values: readonly number[] }[]): boolean =>
  rows.every(({ values }) => values.every((value) => value === 0));
