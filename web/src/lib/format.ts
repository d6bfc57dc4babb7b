import { whenUsed } from '@g2/gateway/contract/when-used';

/** Dates and times are shown in pt-BR and in the civil time of São Paulo (api-rules H2). */
const TIME_ZONE = 'America/Sao_Paulo';

const DATE_OPTIONS = { timeZone: TIME_ZONE, day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const dateFormat = whenUsed(() => new Intl.DateTimeFormat('pt-BR', DATE_OPTIONS));
const timeFormat = whenUsed(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: TIME_ZONE, hour: '2-digit', minute: '2-digit' }),
);

/** Shown in place of an unknown value, such as a balance while its service is unavailable. */
export const UNKNOWN = '—';

/** The minus sign U+2212: as wide as the plus sign, and unlike a hyphen without a line break after it. */
const MINUS_SIGN = '−';

/**
 * A number in pt-BR format with `decimals` decimals: a dot between groups of thousands, a decimal comma. Not
 * Intl.NumberFormat: its first use costs a phone about 80 ms, even on a page that shows only a price.
 */
function formatNumber(value: number, decimals = 0): string {
  const [wholePart = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const groupedWholePart = wholePart.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${value < 0 ? '-' : ''}${groupedWholePart}${fraction === undefined ? '' : `,${fraction}`}`;
}

/** Cents as BRL, `R$ 3.499,00`, with an ordinary space, so that copied text is the same in every browser. */
export function formatCents(cents: number): string {
  return `${cents < 0 ? '-' : ''}R$ ${formatNumber(Math.abs(cents) / 100, 2)}`;
}

/** Hundredths of a credit as `3.499,00 créditos` (spec §3); a negative amount as `−3.499,00 créditos`. */
export function formatCredits(hundredths: number | null): string {
  return hundredths === null ? UNKNOWN : `${formatCreditAmount(hundredths)} créditos`;
}

/** Hundredths of a credit as `3.499,00`, without the suffix. */
export function formatCreditAmount(hundredths: number | null): string {
  if (hundredths === null) return UNKNOWN;
  return `${hundredths < 0 ? MINUS_SIGN : ''}${formatNumber(Math.abs(hundredths) / 100, 2)}`;
}

/** A change of the credit balance, in hundredths, with its sign: `+150,25`, `−3.499,00`. */
export function formatSignedCredits(delta: number): string {
  return `${delta > 0 ? '+' : ''}${formatCreditAmount(delta)}`;
}

export function formatInteger(value: number): string {
  return formatNumber(value);
}

/** A number of records; `10.000+` if `isCapped`: the server stopped counting there, and there may be more. */
export function formatCapped(value: number, isCapped: boolean): string {
  return `${formatInteger(value)}${isCapped ? '+' : ''}`;
}

/** ISO time as dd/MM/yyyy. */
export function formatDate(iso: string | null): string {
  return iso === null ? UNKNOWN : dateFormat().format(new Date(iso));
}

/** ISO time as dd/MM/yyyy HH:mm. */
export function formatDateTime(iso: string | null): string {
  if (iso === null) return UNKNOWN;
  const date = new Date(iso);
  return `${dateFormat().format(date)} ${timeFormat().format(date)}`;
}

const BYTE_UNITS = ['KB', 'MB', 'GB'] as const;

/** Bytes in base 1024 with one decimal; `byteUnit` is 'B' for clients and 'Bytes' on operator screens (spec §9). */
export function formatBytes(bytes: number, byteUnit: 'B' | 'Bytes' = 'B'): string {
  if (bytes < 1024) return `${formatInteger(bytes)} ${byteUnit}`;
  let value = bytes / 1024;
  let unitIndex = 0;
  // 1023.95 KB would round to `1024,0 KB`: compare the rounded value and use the next unit.
  while (Math.round(value * 10) / 10 >= 1024 && unitIndex < BYTE_UNITS.length - 1) {
    value /= 1024;
    unitIndex += 1;
  }
  return `${formatNumber(value, 1)} ${BYTE_UNITS[unitIndex]}`;
}

/** Bytes in MB with two decimals, as the details dialog shows them (spec §2). */
export function formatMegabytes(bytes: number): string {
  return `${formatNumber(bytes / 1024 / 1024, 2)} MB`;
}

/** First 8 and last 8 characters of a hash (spec §9), with an ellipsis between them. */
export function shortHash(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-8)}`;
}

/** Percentage 0-100 with at most two decimals. */
export function formatPercent(value: number): string {
  return `${formatNumber(value, 2).replace(/,?0+$/, '')}%`;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Time between two ISO times in its largest unit: '3 dias', '5 h', '12 min'. */
export function formatDuration(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  if (ms >= DAY_MS) {
    const days = Math.floor(ms / DAY_MS);
    return days === 1 ? '1 dia' : `${days} dias`;
  }
  if (ms >= HOUR_MS) return `${Math.floor(ms / HOUR_MS)} h`;
  return ms >= MINUTE_MS ? `${Math.floor(ms / MINUTE_MS)} min` : 'menos de 1 min';
}

const listFormat = new Intl.ListFormat('pt-BR');

/** A list in Portuguese: 'a, b e c'. */
export const formatList = (items: readonly string[]): string => listFormat.format(items);

/** Formats for pages in two languages: `useTexts(formats)` returns these, on English pages those of format.en.ts. */
export const formats = {
  date: (iso: string) => formatDate(iso),
  dateTime: (iso: string) => formatDateTime(iso),
  integer: formatInteger,
  bytes: (value: number) => formatBytes(value),
};
