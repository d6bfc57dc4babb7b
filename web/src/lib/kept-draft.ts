import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** Unsent input of a form, stored in this browser until it is sent. */
export interface KeptDraft<Value> {
  /** Returns an empty draft if none is stored. */
  readonly read: () => Value;
  /** Stores the draft, or removes the stored draft if it has no text. */
  readonly save: (draft: Value) => void;
  readonly clear: () => void;
}

/**
 * Builds a KeptDraft for a value of any type.
 * @param name storage key; contains the owner's id
 * @param parse builds the draft from the stored value; gets null if none is stored
 */
export function keptDraft<Value>(
  name: string,
  parse: (stored: unknown) => Value,
  hasText: (draft: Value) => boolean,
): KeptDraft<Value> {
  const clear = () => removePrivate(name);
  return {
    read: () => parse(readPrivate(name)),
    save: (draft) => (hasText(draft) ? writePrivate(name, draft) : clear()),
    clear,
  };
}

/** Text of each field of a form. */
export type FieldTexts<Field extends string> = Readonly<Record<Field, string>>;

/** A draft of the texts of these fields. Other fields of the form, such as an amount of money, are not stored. */
export function keptTexts<Field extends string>(
  name: string,
  fields: readonly Field[],
): KeptDraft<FieldTexts<Field>> {
  const parseTexts = (stored: unknown): FieldTexts<Field> => {
    const text = (field: Field): string => {
      const value: unknown = typeof stored === 'object' && stored !== null ? Reflect.get(stored, field) : '';
      return typeof value === 'string' ? value : '';
    };
    return Object.fromEntries(fields.map((field) => [field, text(field)])) as FieldTexts<Field>;
  };
  const { save, ...draft } = keptDraft(name, parseTexts, (texts) =>
    fields.some((field) => texts[field].trim() !== ''),
  );
  return { ...draft, save: (values) => save(parseTexts(values)) };
}
