import { foldText, wordsOf } from '../lib/words.ts';
import { pageOf } from './records.ts';

/** A word of one or two letters or digits. */
const SHORT_WORD = /^[\p{L}\p{N}]{1,2}$/u;

/** True if the text has all words of a search. Beside a longer word, a short one must match a whole word. */
export function hasWords(text: string, search: string): boolean {
  const folded = foldText(text);
  const words = wordsOf(search);
  const hasLongWord = words.some((word) => !SHORT_WORD.test(word));
  return words.every((word) =>
    hasLongWord && SHORT_WORD.test(word)
      ? new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(folded)
      : folded.includes(word),
  );
}

export const paginate = <Row>(rows: readonly Row[], { page, limit }: { page: number; limit: number }) =>
  pageOf(rows.slice((page - 1) * limit, page * limit), limit, rows.length, page);

type SortKey<Row> = (row: Row) => string | number;

const collator = new Intl.Collator('pt-BR');
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

/**
 * Rows in the order of a `sort` parameter; equal rows keep their order in `rows`, reversed if descending.
 * @param sort a key of `keys`; with the prefix "-", descending
 */
export function sortRows<Row>(
  rows: readonly Row[],
  sort: string,
  keys: Readonly<Record<string, SortKey<Row>>>,
): Row[] {
  const isDescending = sort.startsWith('-');
  const keyOf = keys[isDescending ? sort.slice(1) : sort];
  if (keyOf === undefined) throw new Error(`no key to sort by: ${sort}`);
  const ascending = rows.toSorted((a, b) => compare(keyOf(a), keyOf(b)));
  return isDescending ? ascending.toReversed() : ascending;
}
