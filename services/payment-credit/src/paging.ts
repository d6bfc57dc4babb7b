import { AppError } from '@g2/kit/errors';
import type { PageRequest } from '@g2/proto/common';
import type { Page } from './store.ts';

const DEFAULT_LIMIT = 10;
const MAX_LIMIT = 100;
const MAX_PAGE = 10_000_000;

/**
 * A page of a list (contract "HTTP in general"): from 1, at most 100 rows.
 * @throws AppError invalid-input outside of that
 */
export function pageOf(request: PageRequest | undefined): Page {
  const page = request?.page || 1;
  const limit = request?.limit || DEFAULT_LIMIT;
  if (page < 1 || page > MAX_PAGE) throw refused('page', 'Página inválida');
  if (limit < 1 || limit > MAX_LIMIT) throw refused('limit', 'O tamanho da página deve estar entre 1 e 100');
  return { limit, offset: (page - 1) * limit };
}

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
  if (known.length < given.length) throw refused(field, message);
  return known;
}

const refused = (field: string, message: string): AppError =>
  new AppError('invalid-input', { message, fields: { [field]: message } });
