const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const decimal = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const ungrouped = new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, useGrouping: false });
const dateTime = new Intl.DateTimeFormat('pt-BR', {
  timeZone: 'America/Sao_Paulo',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Cents as "R$ 3.499,00" (spec §1), with a plain space instead of a no-break space. */
export const formatCents = (cents: number): string => money.format(cents / 100).replaceAll('\u00a0', ' ');

/** Cents as "3499,00", which a Portuguese spreadsheet reads as a number. */
export const formatPlainCents = (cents: number): string => ungrouped.format(cents / 100);

/** Hundredths of a credit as "3.499,00 créditos" (spec §3). */
export const formatCredits = (hundredths: number): string => `${decimal.format(hundredths / 100)} créditos`;

/** dd/MM/yyyy (spec §1) in America/Sao_Paulo. */
export const formatDate = (time: Date): string => formatDateTime(time).slice(0, 'dd/MM/yyyy'.length);

/** dd/MM/yyyy HH:mm (spec §1) in America/Sao_Paulo (api-rules H2). */
export function formatDateTime(time: Date): string {
  const parts = new Map(dateTime.formatToParts(time).map(({ type, value }) => [type, value]));
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? '';
  return `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`;
}
