import type { CertificateHolder, Statement } from './certificate.ts';

const plain = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();

/**
 * The holder named with the registration, as a label and a value: beside a list of shares that lacks them, they are
 * said to have none declared, so that name and list do not contradict each other.
 */
export function ownHolderLine({
  holderName,
  holders,
}: Pick<Statement, 'holderName' | 'holders'>): [string, string] {
  if (holders.length === 0) return ['Titular', holderName];
  const listed = holders.some(({ name }) => plain(name) === plain(holderName));
  return listed
    ? ['Titular principal', holderName]
    : ['Titular indicado', `${holderName} (sem participação declarada)`];
}

/** What the listed shares come to, in whole percent, and what is left of the whole. */
export function declaredShare(holders: readonly Pick<CertificateHolder, 'percentage'>[]): string {
  const total = holders.reduce((sum, { percentage }) => sum + percentage, 0);
  const declared = `Participação declarada: ${total}%`;
  if (total >= 100) return declared;
  const left = 100 - total;
  return `${declared} (${left}% não ${left === 1 ? 'atribuído' : 'atribuídos'})`;
}
