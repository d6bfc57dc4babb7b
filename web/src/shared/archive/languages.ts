import type { Contents } from '@g2/gateway/contract/registrations';
import { whenUsed } from '@g2/gateway/contract/when-used';

const MAX_LANGUAGES = 5;

/** Shares of the five largest languages, then of all others together (`name` null), in percent of all their bytes. */
export function languageShares(languages: Contents['languages']) {
  const totalBytes = languages.reduce((sum, { bytes }) => sum + bytes, 0);
  if (totalBytes === 0) return [];
  const largestFirst = languages.toSorted((a, b) => b.bytes - a.bytes).filter(({ bytes }) => bytes > 0);
  const shareOf = (name: string | null, bytes: number) => ({
    name,
    bytes,
    percent: (bytes / totalBytes) * 100,
  });
  const shares = largestFirst.slice(0, MAX_LANGUAGES).map(({ name, bytes }) => shareOf(name, bytes));
  const otherBytes = largestFirst.slice(MAX_LANGUAGES).reduce((sum, { bytes }) => sum + bytes, 0);
  return otherBytes === 0 ? shares : [...shares, shareOf(null, otherBytes)];
}

const percentFormat = whenUsed(() => new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 }));

/** A percentage with at most one decimal. A share below 0.1% is not rounded to zero. */
export const formatShare = (percent: number): string =>
  percent < 0.1 ? 'menos de 0,1%' : `${percentFormat().format(percent)}%`;
