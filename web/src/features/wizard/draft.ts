import { DEFAULT_JURISDICTION, type Jurisdiction } from '@g2/gateway/contract/statuses';

import { PRIVATE_PREFIX } from '../../lib/private-storage.ts';

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

/** One draft per account: a shared computer must not show one person's data to another. */
const keyOf = (userId: string): string => `${PRIVATE_PREFIX}registration-draft.${userId}`;

/** The saved first step, or null. Whatever else is stored under the key counts as none. */
export function readDraft(userId: string): DetailsForm | null {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(keyOf(userId)) ?? 'null');
    if (typeof value !== 'object' || value === null) return null;
    const draft = { ...EMPTY_DETAILS };
    for (const [name, text] of Object.entries(value)) {
      if (name in draft && typeof text === 'string') Object.assign(draft, { [name]: text });
    }
    return draft;
  } catch {
    return null;
  }
}

export function saveDraft(userId: string, details: DetailsForm): void {
  try {
    localStorage.setItem(keyOf(userId), JSON.stringify(details));
  } catch {
    // A full or blocked storage costs the draft, not the registration.
  }
}

export function clearDraft(userId: string): void {
  try {
    localStorage.removeItem(keyOf(userId));
  } catch {
    // As above.
  }
}
