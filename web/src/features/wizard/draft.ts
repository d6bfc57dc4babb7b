import { DETAIL_NAMES, type DetailName } from '@g2/gateway/contract/details';
import { DEFAULT_JURISDICTION, type Jurisdiction } from '@g2/gateway/contract/statuses';
import { readPrivate, removePrivate, writePrivate } from '../../lib/private-storage.ts';
import { JURISDICTION_OPTIONS } from '../../shared/registration/status.ts';

export type DetailsForm = Record<Exclude<DetailName, 'jurisdiction'>, string> & {
  jurisdiction: Exclude<Jurisdiction, 'usa' | 'europa' | 'mercosul'>;
};

/** The form with what `read` gives of each field; what it does not give is empty. */
export const detailsForm = (read: (name: DetailName) => string | null | undefined): DetailsForm => ({
  ...(Object.fromEntries(DETAIL_NAMES.map((name) => [name, read(name) ?? ''])) as Record<DetailName, string>),
  // The older display values are not among those the wizard offers.
  jurisdiction:
    JURISDICTION_OPTIONS.find(({ value }) => value === read('jurisdiction'))?.value ?? DEFAULT_JURISDICTION,
});

export const EMPTY_DETAILS: DetailsForm = detailsForm(() => '');

export interface HolderForm {
  holderName: string;
  holderTaxId: string;
  /** As typed. */
  ownershipPercentage: string;
}

export const EMPTY_HOLDER: HolderForm = { holderName: '', holderTaxId: '', ownershipPercentage: '' };

/** What was typed and not yet sent: a new registration's first step, an existing one's, or a holder's fields. */
export interface Draft<Form> {
  /** null when nothing is kept, or what is kept is no such form. */
  readonly read: () => Form | null;
  readonly save: (form: Form) => void;
  readonly clear: () => void;
}

function draftOf<Form extends object>(name: string, empty: Form): Draft<Form> {
  return {
    read: () => {
      const value = readPrivate(name);
      if (typeof value !== 'object' || value === null) return null;
      const draft = { ...empty };
      for (const [field, typed] of Object.entries(value)) {
        if (field in empty && (typeof typed === 'string' || typeof typed === 'number')) {
          Object.assign(draft, { [field]: String(typed) });
        }
      }
      return draft;
    },
    save: (form) => writePrivate(name, form),
    clear: () => removePrivate(name),
  };
}

/** The first step of a new registration (no id), or of one that is being changed. One per account. */
export function detailsDraft(userId: string, registrationId?: string): Draft<DetailsForm> {
  const suffix = registrationId === undefined ? '' : `.${registrationId}`;
  return draftOf(`registration-draft.${userId}${suffix}`, EMPTY_DETAILS);
}

/** The holder that is being typed in the third step. */
export function holderDraft(userId: string, registrationId: string): Draft<HolderForm> {
  return draftOf(`holder-draft.${userId}.${registrationId}`, EMPTY_HOLDER);
}

/** Name under which the Idempotency-Key of the creation outlives a reload. */
export const creationKeyName = (userId: string): string => `registration-key.${userId}`;
