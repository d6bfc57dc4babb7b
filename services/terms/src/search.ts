import { cleanLine, lineFault } from './characters.ts';
import { AppError } from './errors.ts';
import { MAX_LENGTH } from './limits.ts';
import { isLonger, tooLong } from './text.ts';

/**
 * A search as typed, trimmed and composed, so that a letter counts as one, however it was typed; empty means none.
 * @throws AppError invalid-input
 */
export function checkSearch(search: string): string {
  const text = cleanLine(search);
  if (isLonger(text, MAX_LENGTH.search)) throw refused(tooLong(MAX_LENGTH.search));
  const fault = lineFault(text);
  if (fault) throw refused(fault);
  return text.normalize('NFC');
}

/** Where a staff text search may stop counting (api-rules H5). */
export const TOTAL_CAP = 10_000;
/** Newest rows that a search of one or two characters looks through, since no index finds it. */
export const NEWEST_SEARCHED = 2_000;
/** Of a text that is found more often than is counted, so many may be passed over: whoever reads on adds a word. */
export const SEARCHED_FAR = 200;

/** Whether a page of a text that is nearly everywhere is one that somebody reads. @throws AppError invalid-input */
export function checkSearchDepth(offset: number): void {
  if (offset <= SEARCHED_FAR) return;
  const message = 'Resultados demais para ir tão longe: acrescente uma palavra à busca.';
  throw new AppError('invalid-input', { message, fields: { page: message } });
}

/** False for a search too short to have a trigram (three letters or digits, or two at a word's edge): no index finds it. */
export const hasTrigram = (search: string): boolean =>
  /[\p{L}\p{N}]{3}|[^\p{L}\p{N}][\p{L}\p{N}]{2}|[\p{L}\p{N}]{2}[^\p{L}\p{N}]/u.test(search);

/** The text as a LIKE pattern that finds it anywhere, its own wildcards taken literally. */
export const likePattern = (text: string): string => `%${text.replaceAll(/[\\%_]/g, '\\$&')}%`;

const refused = (message: string): AppError =>
  new AppError('invalid-input', { message, fields: { search: message } });
