import { DEFAULT_JURISDICTION, type Jurisdiction } from '@g2/gateway/contract/statuses';

import { readPrivate, removePrivate, writePrivate } from '../../lib/private-storage.ts';

export interface DetailsForm {
  title: string;
  applicantName: string;
  applicantEmail: string;
  applicantTaxId: string;
  holderName: string;
  description: string;
  jurisdiction: Exclude<Jurisdiction, 'usa' | 'europa' | 'mercosul'>;
  notes: string;
}

export const EMPTY_DETAILS: DetailsForm = {
  title: '',
  applicantName: '',
  applicantEmail: '',
  applicantTaxId: '',
  holderName: '',
  description: '',
  jurisdiction: DEFAULT_JURISDICTION,
  notes: '',
};

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
