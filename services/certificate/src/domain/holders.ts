import type { CertificateHolder, CertificateStatement } from './certificate.ts';

const normalizedName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** Label and text of the named holder. The text states when the list of shares lacks this holder. */
export function ownHolderLine({
  holderName,
  holders,
}: Pick<CertificateStatement, 'holderName' | 'holders'>): [string, string] {
  if (holders.length === 0) return ['Titular', holderName];
  const listed = holders.some(({ name }) => normalizedName(name) === normalizedName(holderName));
  return listed
    ? ['Titular principal', holderName]
    : ['Titular indicado', `${holderName} (sem participação declarada)`];
}

/** Sum of the shares in whole percent, and the unassigned rest. */
export function declaredShare(holders: readonly Pick<CertificateHolder, 'percentage'>[]): string {
  const total = holders.reduce((sum, { percentage }) => sum + percentage, 0);
  const declared = `Participação declarada: ${total}%`;
  if (total >= 100) return declared;
  const left = 100 - total;
  return `${declared} (${left}% não ${left === 1 ? 'atribuído' : 'atribuídos'})`;
}
