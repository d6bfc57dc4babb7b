import type { Holder } from '@g2/gateway/contract/holders';
import type { Registration } from '@g2/gateway/contract/registrations';
import { sameName } from '../../shared/registration/holders.ts';
import { EMPTY_HOLDER, type HolderForm } from './draft.ts';

type Named = Pick<Registration, 'holderName' | 'applicantName' | 'applicantTaxId'>;

/** The registration's own holder as a form; the applicant's CPF or CNPJ is theirs only when they are one. */
export function ownHolder({ holderName, applicantName, applicantTaxId }: Named): HolderForm {
  return {
    ...EMPTY_HOLDER,
    holderName,
    holderTaxId: sameName(holderName, applicantName) ? applicantTaxId : '',
  };
}

/** What the empty form starts from: the registration's own holder, until they are listed. */
export function suggestedHolder(
  registration: Named,
  holders: readonly Pick<Holder, 'holderName'>[],
): HolderForm {
  const listed = holders.some(({ holderName }) => sameName(holderName, registration.holderName));
  return listed ? EMPTY_HOLDER : ownHolder(registration);
}

/** True when nobody has been typed in: a share alone names no holder. */
const isBlank = (values: HolderForm): boolean =>
  values.holderName.trim() === '' && values.holderTaxId.trim() === '';

/** True when both hold the same, to the letter. */
export const isOne = (values: HolderForm, others: HolderForm): boolean =>
  values.holderName === others.holderName &&
  values.holderTaxId === others.holderTaxId &&
  values.ownershipPercentage === others.ownershipPercentage;

/** True while nobody has been typed in who could be left out. */
export const isUntouched = (values: HolderForm, suggestion: HolderForm): boolean =>
  isBlank(values) || isOne(values, suggestion);

/**
 * The CPF or CNPJ to stand beside a name as it is typed: the suggested one goes with the suggested name only, so that
 * it never ends up with somebody else's; one that was typed stays.
 */
export function taxIdBeside(name: string, taxId: string, suggestion: HolderForm): string {
  if (suggestion.holderTaxId === '') return taxId;
  if (taxId !== '' && taxId !== suggestion.holderTaxId) return taxId;
  return sameName(name, suggestion.holderName) ? suggestion.holderTaxId : '';
}
