import { AppError } from '@g2/terms/errors';

/**
 * The values of a filter, which must all be known ones.
 * @throws AppError invalid-input, with the field's message
 */
export function filterOf<T extends string>(
  field: string,
  given: string[],
  isKnown: (text: string) => text is T,
  message: string,
): T[] {
  const known = given.filter(isKnown);
  if (known.length < given.length)
    throw new AppError('invalid-input', { message, fields: { [field]: message } });
  return known;
}
