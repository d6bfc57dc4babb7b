import { useState } from 'react';
import { type FieldTexts, keptTexts } from './kept-draft.ts';
import { useUser } from './session.ts';

export interface Draft<Field extends string> {
  readonly initial: FieldTexts<Field>;
  /** True when `initial` has texts that the user typed earlier and did not send. */
  readonly recovered: boolean;
  /** Stores the texts; called as the user types. */
  readonly keep: (values: FieldTexts<Field>) => void;
  /** Deletes the stored texts once they are sent. */
  readonly clear: () => void;
  /** Deletes the stored texts and empties the form's fields. */
  readonly discard: (form: { setValues: (values: Partial<Record<Field, string>>) => void }) => void;
}

/**
 * The texts of a form, stored per user until they are sent. They survive a failed request, the closing of the dialog
 * and a reload.
 * @param draftName identifies the form and its subject
 */
export function useDraft<Field extends string>(draftName: string, fields: readonly Field[]): Draft<Field> {
  const userId = useUser()?.id ?? '';
  const draft = keptTexts(`draft.${userId}.${draftName}`, fields);
  const [initial] = useState(draft.read);
  const [recovered, setRecovered] = useState(() => fields.some((field) => initial[field].trim() !== ''));
  return {
    initial,
    recovered,
    keep: draft.save,
    clear: draft.clear,
    discard: (form) => {
      form.setValues(Object.fromEntries(fields.map((field) => [field, ''])) as Record<Field, string>);
      setRecovered(false);
    },
  };
}
