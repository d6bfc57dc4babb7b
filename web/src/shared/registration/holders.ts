import { type Holder, MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { readPrivate, writePrivate } from '../../lib/private-storage.ts';
import { bareTaxId } from '../../lib/tax-id.ts';

/** Sum of the shares, in percent. */
export function totalShare(holders: readonly Pick<Holder, 'ownershipPercentage'>[]): number {
  return holders.reduce((sum, holder) => sum + holder.ownershipPercentage, 0);
}

/** What is left to give, in percent, never below zero. */
export function availableShare(total: number): number {
  return Math.max(0, MAX_OWNERSHIP_TOTAL - total);
}

const plain = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** True when two names are one but for case, accents and blanks. */
export const sameName = (one: string, other: string): boolean => plain(one) === plain(other);

/** Who of `holders` has this CPF or CNPJ, with whatever punctuation; undefined for none, or while it is incomplete. */
export function holderWithTaxId<Listed extends Pick<Holder, 'holderTaxId'>>(
  taxId: string,
  holders: readonly Listed[],
): Listed | undefined {
  const bare = bareTaxId(taxId);
  if (bare.length < 11) return undefined;
  return holders.find((holder) => bareTaxId(holder.holderTaxId) === bare);
}

/** Each CPF or CNPJ that more than one of the holders has, with the names of those who have it. */
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

/** What is to be confirmed before holders like these go on: a title, and each thing that is odd, as a sentence. */
export interface HoldersQuestion {
  readonly title: string;
  readonly reasons: readonly string[];
}

const percentWord = (percent: number, one: string, many: string): string => (percent === 1 ? one : many);

/**
 * What the certificate would show oddly of a registration's holders, to be asked before finishing and before paying;
 * null when there is nothing to ask: none listed, or all of it given and the registration's own holder among them.
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

/** The client has read the question and goes on: before paying the same is not asked again in this browser. */
export function rememberConfirmed(registrationId: string, { reasons }: HoldersQuestion): void {
  writePrivate(confirmedName(registrationId), reasons.join(' '));
}

/** Whether exactly this was confirmed before: other holders are another question. */
export const wasConfirmed = (registrationId: string, { reasons }: HoldersQuestion): boolean =>
  readPrivate(confirmedName(registrationId)) === reasons.join(' ');
