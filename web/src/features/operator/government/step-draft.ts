import { type KeptDraft, keptDraft } from '../../../lib/kept-draft.ts';
import { isTouched, merged, type StepValues } from './step-values.ts';

/** What was typed of a step and not saved: from what it began, and what it had become. Of the amount only that it was typed. */
export interface StepDraft {
  readonly base: StepValues;
  readonly values: StepValues;
  readonly amount: boolean;
}

/** @param part of the step's data that a dialog has fields for */
export function keptStep(userId: string, id: string, part: string): KeptDraft<StepDraft | null> {
  return keptDraft(`draft.${userId}.government-${part}.${id}`, draftFrom, (draft) => draft !== null);
}

/** What is kept of values that were typed; null where nothing was but an amount. */
export function draftOf(base: StepValues, values: StepValues): StepDraft | null {
  const plain = (of: StepValues): StepValues => ({ ...of, gruReais: '' });
  if (!isTouched(plain(base), plain(values))) return null;
  return { base: plain(base), values: plain(values), amount: values.gruReais !== base.gruReais };
}

/** The draft on top of what the data are now; a field that both changed is as one typed it, and named. */
export function recover({ base, values }: StepDraft, now: StepValues): ReturnType<typeof merged> {
  const { values: mine, clashes } = merged(base, values, now);
  return { values: { ...mine, gruReais: now.gruReais }, clashes };
}

/** Whatever is kept that is no draft counts as nothing. */
function draftFrom(kept: unknown): StepDraft | null {
  if (typeof kept !== 'object' || kept === null || !('base' in kept) || !('values' in kept)) return null;
  const { base, values } = kept;
  if (!isValues(base) || !isValues(values)) return null;
  return { base, values, amount: 'amount' in kept && kept.amount === true };
}

const TEXTS: readonly (keyof StepValues)[] = [
  'protocol',
  'filedOn',
  'gruNumber',
  'gruDate',
  'gruReais',
  'dueOn',
  'completedOn',
  'remark',
  'certificateHash',
  'certificateAlgorithm',
  'createdOn',
  'publishedOn',
  'derivedFrom',
];
const LISTS: readonly (keyof StepValues)[] = ['languages', 'applicationFields', 'programTypes', 'authors'];

/** An earlier version of the program may have kept other fields. */
function isValues(kept: unknown): kept is StepValues {
  if (typeof kept !== 'object' || kept === null) return false;
  const of = (field: string): unknown => Reflect.get(kept, field);
  return (
    TEXTS.every((field) => typeof of(field) === 'string') && LISTS.every((field) => Array.isArray(of(field)))
  );
}
