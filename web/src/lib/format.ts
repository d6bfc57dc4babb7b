import { whenUsed } from '@g2/gateway/contract/when-used';

/** What a person reads is in pt-BR and in the civil time of São Paulo (api-rules H2). */
const ZONE = 'America/Sao_Paulo';

const DAY_PARTS = { timeZone: ZONE, day: '2-digit', month: '2-digit', year: 'numeric' } as const;
const date = whenUsed(() => new Intl.DateTimeFormat('pt-BR', DAY_PARTS));
const time = whenUsed(
  () => new Intl.DateTimeFormat('pt-BR', { timeZone: ZONE, hour: '2-digit', minute: '2-digit' }),
);

/** Shown wherever a value is not known, such as a balance while its service is away. */
export const UNKNOWN = '—';

/** The sign, as wide as the plus; not the hyphen, at which a line may break. */
const MINUS = '−';

/**
 * A number of so many decimals as pt-BR writes it: a dot before each three digits, a comma before the decimals. By hand:
 * a browser's own formats cost a phone some 80 ms the first time, also where a price is all that is shown.
 */
function written(value: number, decimals = 0): string {
  const [whole = '', fraction] = Math.abs(value).toFixed(decimals).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '.');
  return `${value < 0 ? '-' : ''}${grouped}${fraction === undefined ? '' : `,${fraction}`}`;
}

/** Cents as BRL, `R$ 3.499,00`, with a plain space so that it reads and copies the same everywhere. */
export function formatCents(cents: number): string {
  return `${cents < 0 ? '-' : ''}R$ ${written(Math.abs(cents) / 100, 2)}`;
}

/** Hundredths of a credit as `3.499,00 créditos` (spec §3), `−3.499,00 créditos` when they are owed or taken. */
export function formatCredits(hundredths: number | null): string {
  return hundredths === null ? UNKNOWN : `${formatCreditAmount(hundredths)} créditos`;
}

/** Hundredths of a credit as `3.499,00`, without the suffix. */
export function formatCreditAmount(hundredths: number | null): string {
  if (hundredths === null) return UNKNOWN;
  return `${hundredths < 0 ? MINUS : ''}${written(Math.abs(hundredths) / 100, 2)}`;
}

/** A change of credits, in hundredths, with its sign: `+150,25`, `−3.499,00`. */
export function formatSignedCredits(delta: number): string {
  return `${delta > 0 ? '+' : ''}${formatCreditAmount(delta)}`;
}

/** Whole number with pt-BR grouping. */
export function formatInteger(value: number): string {
  return written(value);
}

/** Whole number that was counted up to a cap: `10.000+` where there may be more. */
export function formatCapped(value: number, isCapped: boolean): string {
  return `${formatInteger(value)}${isCapped ? '+' : ''}`;
}

/** ISO time as dd/MM/yyyy. */
export function formatDate(iso: string | null): string {
  return iso === null ? UNKNOWN : date().format(new Date(iso));
}

/** ISO time as dd/MM/yyyy HH:mm. */
export function formatDateTime(iso: string | null): string {
  if (iso === null) return UNKNOWN;
  const at = new Date(iso);
  return `${date().format(at)} ${time().format(at)}`;
}

const UNITS = ['KB', 'MB', 'GB'] as const;

/** Bytes in base 1024 with one decimal; `smallest` is 'B' for clients and 'Bytes' on operator screens (spec §9). */
export function formatBytes(bytes: number, smallest: 'B' | 'Bytes' = 'B'): string {
  if (bytes < 1024) return `${formatInteger(bytes)} ${smallest}`;
  let value = bytes / 1024;
  let unit = 0;
  // 1023.95 KB would be printed as 1024,0 KB: step up on the rounded value.
  while (Math.round(value * 10) / 10 >= 1024 && unit < UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${written(value, 1)} ${UNITS[unit]}`;
}

/** Bytes in MB with two decimals, as the details modal shows them (spec §2). */
export function formatMegabytes(bytes: number): string {
  return `${written(bytes / 1024 / 1024, 2)} MB`;
}

/** First 8 and last 8 characters of a hash (spec §9). */
export function shortHash(hash: string): string {
  return hash.length <= 16 ? hash : `${hash.slice(0, 8)}…${hash.slice(-8)}`;
}

/** Percentage 0-100 with at most two decimals. */
export function formatPercent(value: number): string {
  return `${written(value, 2).replace(/,?0+$/, '')}%`;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** How long it was from one ISO time to another, in its largest unit: '3 dias', '5 h', '12 min'. */
export function lasting(from: string, to: string): string {
  const ms = Math.max(0, Date.parse(to) - Date.parse(from));
  if (ms >= DAY) {
    const days = Math.floor(ms / DAY);
    return days === 1 ? '1 dia' : `${days} dias`;
  }
  if (ms >= HOUR) return `${Math.floor(ms / HOUR)} h`;
  return ms >= MINUTE ? `${Math.floor(ms / MINUTE)} min` : 'menos de 1 min';
}

const LIST = new Intl.ListFormat('pt-BR');

/** 'a, b e c' */
export const formatList = (items: readonly string[]): string => LIST.format(items);
