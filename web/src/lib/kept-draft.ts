import { readPrivate, removePrivate, writePrivate } from './private-storage.ts';

/** What was typed and not sent, kept in this browser until it is. */
export interface KeptDraft<Value> {
  /** An empty one where nothing is kept. */
  readonly read: () => Value;
  /** What holds no text is not kept. */
  readonly save: (draft: Value) => void;
  readonly clear: () => void;
}

/**
 * A draft of a shape of its own.
 * @param name has the owner's id in it
 * @param from makes a draft of whatever is kept; null where nothing is
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

/** Texts of a form, by their fields. */
export type Texts<Field extends string> = Readonly<Record<Field, string>>;

/** These fields of a form, whatever else it has: an amount of money is typed anew. */
export function keptTexts<Field extends string>(
  name: string,
  fields: readonly Field[],
): KeptDraft<Texts<Field>> {
  const of = (source: unknown): Texts<Field> => {
    const text = (field: Field): string => {
      const value: unknown = typeof source === 'object' && source !== null ? Reflect.get(source, field) : '';
      return typeof value === 'string' ? value : '';
    };
    return Object.fromEntries(fields.map((field) => [field, text(field)])) as Texts<Field>;
  };
  const { save, ...kept } = keptDraft(name, of, textsIn(fields));
  return { ...kept, save: (values) => save(of(values)) };
}

const textsIn =
  <Field extends string>(fields: readonly Field[]) =>
  (texts: Texts<Field>): boolean =>
    fields.some((field) => texts[field].trim() !== '');
