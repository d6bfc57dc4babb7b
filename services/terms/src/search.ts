import { cleanLine, lineFault } from './characters.ts';
import { invalidField } from './errors.ts';
import { MAX_LENGTH } from './limits.ts';
import { isLonger, tooLong } from './text.ts';

/** Trims and composes (NFC) a search; empty means no search. @throws AppError invalid-input */
export function checkSearch(search: string): string {
  const text = cleanLine(search);
  if (isLonger(text, MAX_LENGTH.search)) throw invalidField('search', tooLong(MAX_LENGTH.search));
  const fault = lineFault(text);
  if (fault) throw invalidField('search', fault);
  return text.normalize('NFC');
}

/** A text search by staff may stop counting at this number of results (api-rules H5). */
export const TOTAL_CAP = 10_000;
/** A text search by a client may stop counting at this number of results. */
export const OWN_TOTAL_CAP = 1_000;
/** A search of one or two characters scans only this many rows, newest first, because no index covers it. */
export const NEWEST_SEARCHED = 2_000;
/** Maximum offset in results that exceed the counting limit. */
export const MAX_SEARCH_OFFSET = 200;

/** @throws AppError invalid-input beyond MAX_SEARCH_OFFSET */
export function checkSearchDepth(offset: number): void {
  if (offset > MAX_SEARCH_OFFSET)
    throw invalidField('page', 'Resultados demais para ir tão longe: acrescente uma palavra à busca.');
}

/** True when an index covers the search: it has three adjacent letters or digits, or two at a word's edge. */
export const hasTrigram = (search: string): boolean =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(search);

/** `\`, `%`, `_`, and the characters that NFKD turns into one of them, as the search in folded text does. */
const WILDCARDS = /[\\%_\ufe33\ufe34\ufe4d-\ufe4f\ufe68\ufe6a\uff05\uff3c\uff3f]/g;

/** LIKE pattern for a substring match, with wildcards in the text escaped. */
export const likePattern = (text: string): string => `%${text.replaceAll(WILDCARDS, '\\$&')}%`;
