import { NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import { type KeptDraft, keptDraft } from '../../../lib/kept-draft.ts';
import { isEqual, mergeChanges, type StepValues, toFormValues } from './step-values.ts';

/** Unsaved form values, and the saved values (`base`) on which they are based. */
interface StepDraft {
  readonly base: StepValues;
  readonly values: StepValues;
  /** Whether an amount was typed; the amount itself is not stored. */
  readonly amount: boolean;
}

/** Access to the stored draft. @param formPart part of the government data that the form edits */
export function storedStepDraft(userId: string, id: string, formPart: string): KeptDraft<StepDraft | null> {
  return keptDraft(`draft.${userId}.government-${formPart}.${id}`, parseDraft, (draft) => draft !== null);
}

/** The draft to store; null if nothing was typed, or only an amount. */
export function createDraft(base: StepValues, values: StepValues): StepDraft | null {
  const withoutAmount = (stepValues: StepValues): StepValues => ({ ...stepValues, gruReais: '' });
  if (isEqual(withoutAmount(base), withoutAmount(values))) return null;
  return {
    base: withoutAmount(base),
    values: withoutAmount(values),
    amount: values.gruReais !== base.gruReais,
  };
}

/** Merges a draft into the current values. Fields changed in both keep the draft's value and are `conflicts`. */
export function applyDraft(
  { base, values }: StepDraft,
  currentValues: StepValues,
): ReturnType<typeof mergeChanges> {
  const { values: mergedValues, conflicts } = mergeChanges(base, values, currentValues);
  return { values: { ...mergedValues, gruReais: currentValues.gruReais }, conflicts };
}

function parseDraft(stored: unknown): StepDraft | null {
  if (typeof stored !== 'object' || stored === null) return null;
  if (!('base' in stored) || !('values' in stored)) return null;
  const { base, values } = stored;
  if (!isStepValues(base) || !isStepValues(values)) return null;
  return { base, values, amount: 'amount' in stored && stored.amount === true };
}

const EMPTY_VALUES = Object.entries(toFormValues(NO_GOVERNMENT_DATA));

/** Checks the fields of a stored value, because an earlier release may have stored other fields. */
function isStepValues(stored: unknown): stored is StepValues {
  if (typeof stored !== 'object' || stored === null) return false;
  return EMPTY_VALUES.every(([field, empty]) => {
    const value: unknown = Reflect.get(stored, field);
    return Array.isArray(empty) ? Array.isArray(value) : typeof value === 'string';
  });
}
