import { DETAIL_NAMES, type DetailName } from '@g2/gateway/contract/details';
import { DEFAULT_JURISDICTION, type Jurisdiction } from '@g2/gateway/contract/status-terms';
import { readPrivate, removePrivate, writePrivate } from '../../lib/private-storage.ts';
import { JURISDICTION_OPTIONS } from '../../shared/registration/status.ts';

export type DetailsForm = Record<Exclude<DetailName, 'jurisdiction'>, string> & {
  jurisdiction: Exclude<Jurisdiction, 'usa' | 'europa' | 'mercosul'>;
};

/** Builds the form values with `read`, which returns the value of a field. Missing values become ''. */
export const detailsForm = (read: (name: DetailName) => string | null | undefined): DetailsForm => ({
  ...(Object.fromEntries(DETAIL_NAMES.map((name) => [name, read(name) ?? ''])) as Record<DetailName, string>),
  // Legacy jurisdiction values are not options of the wizard.
  jurisdiction:
    JURISDICTION_OPTIONS.find(({ value }) => value === read('jurisdiction'))?.value ?? DEFAULT_JURISDICTION,
});

export const EMPTY_DETAILS: DetailsForm = detailsForm(() => '');

/** Values of the holder form, as typed. */
export type HolderForm = typeof EMPTY_HOLDER;

export const EMPTY_HOLDER = { holderName: '', holderTaxId: '', ownershipPercentage: '' };

/** Draft of a form, stored in the browser. @param name storage key */
function draftOf<Form extends object>(name: string, empty: Form) {
  return {
    /** Returns null when there is no valid draft. */
    read: (): Form | null => {
      const value = readPrivate(name);
      if (typeof value !== 'object' || value === null) return null;
      const draft = { ...empty };
      for (const [field, fieldValue] of Object.entries(value)) {
        if (field in empty && (typeof fieldValue === 'string' || typeof fieldValue === 'number')) {
          Object.assign(draft, { [field]: String(fieldValue) });
        }
      }
      return draft;
    },
    save: (form: Form) => writePrivate(name, form),
    clear: () => removePrivate(name),
  };
}

/** Draft of the first step, for the account and registration. @param registrationId undefined for a new registration */
export function detailsDraft(userId: string, registrationId?: string) {
  const suffix = registrationId === undefined ? '' : `.${registrationId}`;
  return draftOf(`registration-draft.${userId}${suffix}`, EMPTY_DETAILS);
}

export const holderDraft = (userId: string, registrationId: string) =>
  draftOf(`holder-draft.${userId}.${registrationId}`, EMPTY_HOLDER);
