import { displayName, JURISDICTION_NAMES } from '@g2/terms/names';
import { formatDateTime } from '@g2/terms/pt-br';

/** Date and time in São Paulo; '—' for null. */
export const formatMoment = (iso: string | null): string =>
  iso === null ? '—' : formatDateTime(new Date(iso));

const UNITS = ['Bytes', 'KB', 'MB', 'GB'] as const;
const decimal = new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 2 });
export const integer = new Intl.NumberFormat('pt-BR');

/** Bytes in base 1024 (spec §9), with the exact count from 1 KB on. */
export function formatSize(bytes: number): string {
  const unit = Math.min(UNITS.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(1024)));
  const short = `${decimal.format(bytes / 1024 ** unit)} ${UNITS[unit]}`;
  return unit === 0 ? short : `${short} (${integer.format(bytes)} bytes)`;
}

export const jurisdictionName = (value: string): string => displayName(JURISDICTION_NAMES, value);

/** Cuts a text at a word, within `limit` characters, and appends '…'. */
export function shorten(text: string, limit: number): string {
  const plain = text.trim().replace(/\s+/g, ' ');
  const characters = Array.from(plain);
  if (characters.length <= limit) return plain;
  const cut = characters.slice(0, limit - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > limit / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,.;:–-]+$/, '')}…`;
}
