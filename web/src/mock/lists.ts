import { pageOf } from './records.ts';

/** As searches compare: without accents and case. */
const fold = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const SHORT = /^[\p{L}\p{N}]{1,2}$/u;

/** Whether a text has all words of a search; a word of one or two letters beside longer ones means itself alone. */
export function hasWords(text: string, search: string): boolean {
  const folded = fold(text);
  const words = fold(search).split(/\s+/u).filter(Boolean);
  const hasLong = words.some((word) => !SHORT.test(word));
  return words.every((word) =>
    hasLong && SHORT.test(word)
      ? new RegExp(`(?<![\\p{L}\\p{N}])${word}(?![\\p{L}\\p{N}])`, 'u').test(folded)
      : folded.includes(word),
  );
}

/** A page of rows, with the total of all. */
export const paged = <Row>(rows: readonly Row[], { page, limit }: { page: number; limit: number }) =>
  pageOf(rows.slice((page - 1) * limit, page * limit), limit, rows.length, page);

type Key<Row> = (row: Row) => string | number;

const collator = new Intl.Collator('pt-BR');
const compare = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b));

/**
 * Rows in the order of a `sort` parameter. Rows are kept in the order they were made in, which decides between equals.
 * @param sort a key of `keys`, "-" before it for descending
 */
export function sorted<Row>(
  rows: readonly Row[],
  sort: string,
  keys: Readonly<Record<string, Key<Row>>>,
): Row[] {
  const isDescending = sort.startsWith('-');
  const key = keys[isDescending ? sort.slice(1) : sort];
  if (key === undefined) throw new Error(`no key to sort by: ${sort}`);
  const ascending = rows.toSorted((a, b) => compare(key(a), key(b)));
  // From the end, so that equals are turned round as well.
  return isDescending ? ascending.toReversed() : ascending;
}
