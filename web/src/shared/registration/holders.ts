import { type Holder, MAX_OWNERSHIP_TOTAL } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { readPrivate, writePrivate } from '../../lib/private-storage.ts';
import { bareTaxId } from '../../lib/tax-id.ts';

export const totalShare = (holders: readonly Pick<Holder, 'ownershipPercentage'>[]): number =>
  holders.reduce((sum, holder) => sum + holder.ownershipPercentage, 0);

/** Share that is not yet assigned, in percent; 0 if more than 100% is assigned. */
export const availableShare = (total: number): number => Math.max(0, MAX_OWNERSHIP_TOTAL - total);

const normalizedName = (name: string): string =>
  name.normalize('NFD').replace(/\p{M}/gu, '').trim().replace(/\s+/g, ' ').toLowerCase();

/** True if two names are equal, ignoring case, accents and extra white space. */
export const isSameName = (name: string, otherName: string): boolean =>
  normalizedName(name) === normalizedName(otherName);

/** The holder with this CPF or CNPJ, ignoring punctuation; undefined if there is none or the number is incomplete. */
export function holderWithTaxId<HolderType extends Pick<Holder, 'holderTaxId'>>(
  taxId: string,
  holders: readonly HolderType[],
): HolderType | undefined {
  const bareId = bareTaxId(taxId);
  if (bareId.length < 11) return undefined;
  return holders.find((holder) => bareTaxId(holder.holderTaxId) === bareId);
}

/** Each CPF or CNPJ that is entered for several holders, with the names of these holders. */
export function repeatedTaxIds(
  holders: readonly Pick<Holder, 'holderName' | 'holderTaxId'>[],
): { readonly taxId: string; readonly names: readonly string[] }[] {
  return holders.flatMap((holder) => {
    const sameIdHolders = holders.filter(
      ({ holderTaxId }) => bareTaxId(holderTaxId) === bareTaxId(holder.holderTaxId),
    );
    if (sameIdHolders.length === 1 || sameIdHolders[0] !== holder) return [];
    return [{ taxId: holder.holderTaxId, names: sameIdHolders.map(({ holderName }) => holderName) }];
  });
}

/** Confirmation question for the client about unusual holder data. `reasons` has a sentence for each unusual point. */
export interface HoldersQuestion {
  readonly title: string;
  readonly reasons: readonly string[];
}

const pluralized = (percent: number, singular: string, plural: string): string =>
  percent === 1 ? singular : plural;

/**
 * Question about holder data that would look unusual on the certificate. It is asked before the wizard is finished and
 * before payment. Null if no holder is listed, or if 100% is assigned and `holderName` is among the holders.
 */
export function holdersQuestion(
  { holderName }: Pick<Registration, 'holderName'>,
  holders: readonly Pick<Holder, 'holderName' | 'ownershipPercentage'>[],
): HoldersQuestion | null {
  if (holders.length === 0) return null;
  const reasons: string[] = [];
  const assignedShare = totalShare(holders);
  const missingShare = availableShare(assignedShare);
  if (missingShare > 0) {
    reasons.push(
      `${pluralized(missingShare, 'Falta', 'Faltam')} ${missingShare}%: o certificado mostrará ` +
        `“Participação declarada: ${assignedShare}% ` +
        `(${missingShare}% não ${pluralized(missingShare, 'atribuído', 'atribuídos')})”.`,
    );
  }
  if (!holders.some((holder) => isSameName(holder.holderName, holderName))) {
    reasons.push(
      `${holderName}, titular informado no passo 1, não está na lista: o certificado mostrará “${holderName} (sem ` +
        'participação declarada)”.',
    );
  }
  return reasons.length === 0 ? null : { title: 'Confira os titulares', reasons };
}

const confirmationKey = (registrationId: string): string => `holders-confirmed.${registrationId}`;

/** Stores in this browser that the client confirmed the question, so that it is not asked again before payment. */
export function rememberQuestionConfirmed(registrationId: string, { reasons }: HoldersQuestion): void {
  writePrivate(confirmationKey(registrationId), reasons.join(' '));
}

/** True if this question was already confirmed. After a change of the holders, its reasons differ. */
export const wasQuestionConfirmed = (registrationId: string, { reasons }: HoldersQuestion): boolean =>
  readPrivate(confirmationKey(registrationId)) === reasons.join(' ');
