import { invalidField } from '@g2/terms/errors';

/** @throws AppError invalid-input, with the field's message, when a value is unknown */
export function filterOf<T extends string>(
  field: string,
  given: string[],
  isKnown: (text: string) => text is T,
  message: string,
): T[] {
  const known = given.filter(isKnown);
  if (known.length < given.length) throw invalidField(field, message);
  return known;
}
