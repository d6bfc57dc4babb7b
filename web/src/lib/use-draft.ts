import { useState } from 'react';
import { type FieldTexts, keptTexts } from './kept-draft.ts';
import { useUser } from './session.ts';

export interface Draft<Field extends string> {
  readonly initial: FieldTexts<Field>;
  /** True when `initial` holds texts of an earlier, unsent form. */
  readonly recovered: boolean;
  /** Stores these fields of the form's values as the user types. */
  readonly keep: (values: FieldTexts<Field>) => void;
  /** Deletes the stored texts once they are sent. */
  readonly clear: () => void;
  /** Deletes the stored texts and empties the form's fields. */
  readonly discard: (form: { setValues: (values: Partial<Record<Field, string>>) => void }) => void;
}

/**
 * Texts of a form that survive a failure, Esc, a click outside or a reload: they are stored per user until they are
 * sent.
 * @param what names the form and its subject
 */
export function useDraft<Field extends string>(what: string, fields: readonly Field[]): Draft<Field> {
  const userId = useUser()?.id ?? '';
  const kept = keptTexts(`draft.${userId}.${what}`, fields);
  const [initial] = useState(kept.read);
  const [recovered, setRecovered] = useState(() => fields.some((field) => initial[field].trim() !== ''));
  return {
    initial,
    recovered,
    keep: kept.save,
    clear: kept.clear,
    discard: (form) => {
      form.setValues(Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>);
      setRecovered(false);
    },
  };
}
