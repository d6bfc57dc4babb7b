import type { Contents } from '@g2/gateway/contract/registrations';
import { whenUsed } from '@g2/gateway/contract/when-used';

/** How much of a deposit a language is, in percent of all bytes whose language is known. */
export interface LanguageShare {
  /** null for all others together. */
  readonly name: string | null;
  readonly bytes: number;
  readonly percent: number;
}

const SHOWN = 5;

/** The languages with the most bytes, and the others together. */
export function languageShares(languages: Contents['languages']): LanguageShare[] {
  const all = languages.reduce((sum, { bytes }) => sum + bytes, 0);
  if (all === 0) return [];
  const order = languages.toSorted((a, b) => b.bytes - a.bytes).filter(({ bytes }) => bytes > 0);
  const share = (name: string | null, bytes: number) => ({ name, bytes, percent: (bytes / all) * 100 });
  const first = order.slice(0, SHOWN).map(({ name, bytes }) => share(name, bytes));
  const others = order.slice(SHOWN).reduce((sum, { bytes }) => sum + bytes, 0);
  return others === 0 ? first : [...first, share(null, others)];
}

const percent = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));

/** With one decimal; what is there is never said to be nothing. */
export const formatShare = (value: number): string =>
  value < 0.1 ? 'menos de 0,1%' : `${percent().format(value)}%`;
