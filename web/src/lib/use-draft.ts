import { useState } from 'react';
import { keptTexts, type Texts } from './kept-draft.ts';
import { useUser } from './session.ts';

export interface Draft<Field extends string> {
  /** What the form begins with. */
  readonly initial: Texts<Field>;
  /** It begins with texts of an earlier time. */
  readonly recovered: boolean;
  /** Keeps these fields of a form's values, as they are typed. */
  readonly keep: (values: Texts<Field>) => void;
  /** Once they are sent. */
  readonly clear: () => void;
  /** Empties the form of what was recovered. */
  readonly discard: (form: { setValues: (values: Partial<Record<Field, string>>) => void }) => void;
}

/**
 * The texts of a form about one thing, which outlive whatever closes it: a failure, Esc, a press beside it, a reload. They
 * are the user's own, and stay until they are sent.
 * @param what the form and what it is about, in a name
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
