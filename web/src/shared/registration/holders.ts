import { type Holder, MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { readPrivate, writePrivate } from '../../lib/private-storage.ts';
import { bareTaxId } from '../../lib/tax-id.ts';

export const totalShare = (holders: readonly Pick<Holder, 'ownershipPercentage'>[]): number =>
  holders.reduce((sum, holder) => sum + holder.ownershipPercentage, 0);

/** Share that is not yet assigned, in percent; never negative. */
export const availableShare = (total: number): number => Math.max(0, MAX_OWNERSHIP_TOTAL - total);

const plain = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** True when two names differ at most in case, accents and white space. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** The holder with this CPF or CNPJ, ignoring punctuation; undefined if there is none or the number is incomplete. */
export function holderWithTaxId<Listed extends Pick<Holder, 'holderTaxId'>>(
  taxId: string,
  holders: readonly Listed[],
): Listed | undefined {
  const bare = bareTaxId(taxId);
  if (bare.length < 11) return undefined;
  return holders.find((holder) => bareTaxId(holder.holderTaxId) === bare);
}

/** Each CPF or CNPJ that several holders have, with the names of these holders. */
export function repeatedTaxIds(
  holders: readonly Pick<Holder, 'holderName' | 'holderTaxId'>[],
): { readonly taxId: string; readonly names: readonly string[] }[] {
  return holders.flatMap((first) => {
    const having = holders.filter(
      ({ holderTaxId }) => bareTaxId(holderTaxId) === bareTaxId(first.holderTaxId),
    );
    if (having.length === 1 || having[0] !== first) return [];
    return [{ taxId: first.holderTaxId, names: having.map(({ holderName }) => holderName) }];
  });
}

/** A question for the client about unusual holder data: a title and one sentence per unusual point. */
export interface HoldersQuestion {
  readonly title: string;
  readonly reasons: readonly string[];
}

const percentWord = (percent: number, one: string, many: string): string => (percent === 1 ? one : many);

/**
 * Question about holder data that would look unusual on the certificate, asked before finishing and before paying. Null
 * if no holder is listed, or if 100% is assigned and the registration's `holderName` is among the holders.
 */
export function holdersQuestion(
  { holderName }: Pick<Registration, 'holderName'>,
  holders: readonly Pick<Holder, 'holderName' | 'ownershipPercentage'>[],
): HoldersQuestion | null {
  if (holders.length === 0) return null;
  const reasons: string[] = [];
  const total = totalShare(holders);
  const missing = availableShare(total);
  if (missing > 0) {
    reasons.push(
      `${percentWord(missing, 'Falta', 'Faltam')} ${missing}%: o certificado mostrará “Participação declarada: ` +
        `${total}% (${missing}% não ${percentWord(missing, 'atribuído', 'atribuídos')})”.`,
    );
  }
  if (!holders.some((holder) => sameName(holder.holderName, holderName))) {
    reasons.push(
      `${holderName}, titular informado no passo 1, não está na lista: o certificado mostrará “${holderName} (sem ` +
        'participação declarada)”.',
    );
  }
  return reasons.length === 0 ? null : { title: 'Confira os titulares', reasons };
}

const confirmedName = (registrationId: string): string => `holders-confirmed.${registrationId}`;

/** Remembers in this browser that the client confirmed the question, so that it is not asked again before paying. */
export function rememberConfirmed(registrationId: string, { reasons }: HoldersQuestion): void {
  writePrivate(confirmedName(registrationId), reasons.join(' '));
}

/** True if the same question was confirmed before; after a change of the holders, the reasons differ. */
export const wasConfirmed = (registrationId: string, { reasons }: HoldersQuestion): boolean =>
  readPrivate(confirmedName(registrationId)) === reasons.join(' ');
