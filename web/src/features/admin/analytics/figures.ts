import { whenUsed } from '@g2/gateway/contract/when-used';

const oneDecimal = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);
const monthName = whenUsed(
  () => new Intl.DateTimeFormat('pt-BR', { month: 'short', year: '2-digit', timeZone: 'UTC' }),
);

/** A number with one decimal in pt-BR, such as 7,5. */
export const decimal1 = (value: number): string => oneDecimal().format(value);

/** A rate in percent with one decimal (spec §9). */
export const percent1 = (value: number): string => `${decimal1(value)}%`;

/** Short month for a chart axis: `nov/26` for `2026-11`. */
export function monthLabel(month: string): string {
  const parts = monthName().formatToParts(new Date(`${month}-01T00:00:00Z`));
  const part = (type: 'month' | 'year') => parts.find((found) => found.type === type)?.value ?? '';
  return `${part('month').replace('.', '')}/${part('year')}`;
}

/** Share of `part` in `whole`, in percent; 0 if `whole` is 0. */
export const share = (part: number, whole: number): number => (whole === 0 ? 0 : (part / whole) * 100);

/** True if every value of every row is 0. */
export const isAllZero = (rows: readonly { readonly values: readonly number[] }[]): boolean =>
  rows.every(({ values }) => values.every((value) => value === 0));
