import type { Holder } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { isSameName } from '../../shared/registration/holders.ts';
import { EMPTY_HOLDER, type HolderForm } from './draft.ts';

type RegistrationNames = Pick<Registration, 'holderName' | 'applicantName' | 'applicantTaxId'>;

/** Form values of the registration's main holder, with the applicant's CPF or CNPJ if both have the same name. */
export function mainHolder({ holderName, applicantName, applicantTaxId }: RegistrationNames): HolderForm {
  return {
    ...EMPTY_HOLDER,
    holderName,
    holderTaxId: isSameName(holderName, applicantName) ? applicantTaxId : '',
  };
}

/** Suggested values for the next holder: the main holder, or empty values once the main holder is listed. */
export function suggestedHolder(
  registration: RegistrationNames,
  holders: readonly Pick<Holder, 'holderName'>[],
): HolderForm {
  const isListed = holders.some(({ holderName }) => isSameName(holderName, registration.holderName));
  return isListed ? EMPTY_HOLDER : mainHolder(registration);
}

export const hasSameValues = (values: HolderForm, otherValues: HolderForm): boolean =>
  values.holderName === otherValues.holderName &&
  values.holderTaxId === otherValues.holderTaxId &&
  values.ownershipPercentage === otherValues.ownershipPercentage;

/** Whether the form contains a holder that the user typed. A share without a name and tax id does not count. */
export const hasTypedHolder = (values: HolderForm, suggestion: HolderForm): boolean =>
  (values.holderName.trim() !== '' || values.holderTaxId.trim() !== '') && !hasSameValues(values, suggestion);

/**
 * CPF or CNPJ to show after a name was typed. A suggested number is shown only while the suggested name is typed;
 * a number typed by the user stays.
 */
export function taxIdForName(name: string, taxId: string, suggestion: HolderForm): string {
  if (suggestion.holderTaxId === '') return taxId;
  if (taxId !== '' && taxId !== suggestion.holderTaxId) return taxId;
  return isSameName(name, suggestion.holderName) ? suggestion.holderTaxId : '';
}
