import type { Holder } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { sameName } from '../../shared/registration/holders.ts';
import { EMPTY_HOLDER, type HolderForm } from './draft.ts';

type Named = Pick<Registration, 'holderName' | 'applicantName' | 'applicantTaxId'>;

/** The registration's own holder as form values, with the applicant's CPF or CNPJ if both names are equal. */
export function ownHolder({ holderName, applicantName, applicantTaxId }: Named): HolderForm {
  return {
    ...EMPTY_HOLDER,
    holderName,
    holderTaxId: sameName(holderName, applicantName) ? applicantTaxId : '',
  };
}

/** Initial values of the empty form: the registration's own holder, unless already listed. */
export function suggestedHolder(
  registration: Named,
  holders: readonly Pick<Holder, 'holderName'>[],
): HolderForm {
  const listed = holders.some(({ holderName }) => sameName(holderName, registration.holderName));
  return listed ? EMPTY_HOLDER : ownHolder(registration);
}

export const isOne = (values: HolderForm, others: HolderForm): boolean =>
  values.holderName === others.holderName &&
  values.holderTaxId === others.holderTaxId &&
  values.ownershipPercentage === others.ownershipPercentage;

/** Whether the form contains no typed holder that could be lost; without name and tax id, its share does not matter. */
export const isUntouched = (values: HolderForm, suggestion: HolderForm): boolean =>
  (values.holderName.trim() === '' && values.holderTaxId.trim() === '') || isOne(values, suggestion);

/**
 * The CPF or CNPJ that belongs to a typed name: the suggested one appears only with the suggested name,
 * never with another person's; a typed one stays.
 */
export function taxIdBeside(name: string, taxId: string, suggestion: HolderForm): string {
  if (suggestion.holderTaxId === '') return taxId;
  if (taxId !== '' && taxId !== suggestion.holderTaxId) return taxId;
  return sameName(name, suggestion.holderName) ? suggestion.holderTaxId : '';
}
