import type { Contents } from '@g2/gateway/contract/registrations';
import { whenUsed } from '@g2/gateway/contract/when-used';

const SHOWN = 5;

/** Shares of the five largest languages, in percent of all bytes with a known language, then of the others (null). */
export function languageShares(languages: Contents['languages']) {
  const all = languages.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all === 0) return [];
  const order = languages.toSorted((a, b) => b.bytes - a.bytes).filter(({ bytes }) => bytes > 0);
  const share = (name: string | null, bytes: number) => ({ name, bytes, percent: (bytes / all) * 100 });
  const first = order.slice(0, SHOWN).map(({ name, bytes }) => share(name, bytes));
  const others = order.slice(SHOWN).reduce((sum, { bytes }) => sum + bytes, 0);
  return others === 0 ? first : [...first, share(null, others)];
}

const percent = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));

/** A percentage with one decimal; a share below 0.1% is not rounded to zero. */
export const formatShare = (value: number): string =>
  value < 0.1 ? 'menos de 0,1%' : `${percent().format(value)}%`;
