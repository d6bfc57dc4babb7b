import { NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import { type KeptDraft, keptDraft } from '../../../lib/kept-draft.ts';
import { merged, type StepValues, same, valuesOf } from './step-values.ts';

/** Unsaved values of the government step and their base. `amount`: an amount, which is not stored, was typed. */
interface StepDraft {
  readonly base: StepValues;
  readonly values: StepValues;
  readonly amount: boolean;
}

/** @param part of the government data that the dialog edits */
export function keptStep(userId: string, id: string, part: string): KeptDraft<StepDraft | null> {
  return keptDraft(`draft.${userId}.government-${part}.${id}`, draftFrom, (draft) => draft !== null);
}

/** The draft to store for typed values; null when nothing but the amount was typed. */
export function draftOf(base: StepValues, values: StepValues): StepDraft | null {
  const plain = (of: StepValues): StepValues => ({ ...of, gruReais: '' });
  if (same(plain(base), plain(values))) return null;
  return { base: plain(base), values: plain(values), amount: values.gruReais !== base.gruReais };
}

/** Applies the draft to the current data. Fields changed on both sides keep the draft's value and become `clashes`. */
export function recover({ base, values }: StepDraft, now: StepValues): ReturnType<typeof merged> {
  const { values: mine, clashes } = merged(base, values, now);
  return { values: { ...mine, gruReais: now.gruReais }, clashes };
}

function draftFrom(kept: unknown): StepDraft | null {
  if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('values' in kept)) return null;
  const { base, values } = kept;
  if (!isValues(base) || !isValues(values)) return null;
  return { base, values, amount: 'amount' in kept && kept.amount === true };
}

const EMPTY = Object.entries(valuesOf(NO_GOVERNMENT_DATA));

/** An earlier release may have stored other fields. */
function isValues(kept: unknown): kept is StepValues {
  if (typeof kept !== 'object' || kept === null) return false;
  return EMPTY.every(([field, empty]) => {
    const value: unknown = Reflect.get(kept, field);
    return Array.isArray(empty) ? Array.isArray(value) : typeof value === 'string';
  });
}
