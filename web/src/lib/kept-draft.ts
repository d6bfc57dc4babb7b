import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** Unsent input of a form, stored in this browser until it is sent. */
export interface KeptDraft<Value> {
  /** Returns an empty draft if none is stored. */
  readonly read: () => Value;
  /** Stores the draft; one without text is removed instead. */
  readonly save: (draft: Value) => void;
  readonly clear: () => void;
}

/**
 * Builds a KeptDraft for a value of any type.
 * @param name storage key; contains the owner's id
 * @param from builds the draft from the stored value; gets null if none is stored
 */
export function keptDraft<Value>(
  name: string,
  from: (kept: unknown) => Value,
  hasText: (draft: Value) => boolean,
): KeptDraft<Value> {
  const clear = () => removePrivate(name);
  return {
    read: () => from(readPrivate(name)),
    save: (draft) => (hasText(draft) ? writePrivate(name, draft) : clear()),
    clear,
  };
}

/** Text of each field of a form. */
export type FieldTexts<Field extends string> = Readonly<Record<Field, string>>;

/** A draft of only these fields of a form: an amount of money, for example, must be typed again. */
export function keptTexts<Field extends string>(
  name: string,
  fields: readonly Field[],
): KeptDraft<FieldTexts<Field>> {
  const textsFrom = (source: unknown): FieldTexts<Field> => {
    const text = (field: Field): string => {
      const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, field) : '';
      return typeof value === 'string' ? value : '';
    };
    return Object.fromEntries(fields.map((field) => [field, text(field)])) as FieldTexts<Field>;
  };
  const { save, ...kept } = keptDraft(name, textsFrom, (texts) =>
    fields.some((field) => texts[field].trim() !== ''),
  );
  return { ...kept, save: (values) => save(textsFrom(values)) };
}
