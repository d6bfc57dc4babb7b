import { hasTrigram, likePattern } from '@g2/terms/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A short word of a script that puts spaces between its words. */
const SHORT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]{1,2}$/u;

const like = (searched: RawBuilder<unknown>, word: string) =>
  sql<SqlBool>`${searched} LIKE folded(${likePattern(word)})`;

/**
 * Whether a folded text has all words that were typed, in whatever order. One of one or two letters beside longer ones
 * (`da`, `2`) means itself alone, not a part of another.
 * @param searched the folded text, as its trigram index has it
 */
export function hasWords(searched: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  if (!words.some(hasTrigram)) return like(searched, search);
  const each = words.map((word) =>
    SHORT.test(word) ? sql<SqlBool>`${searched} ~ ('\\m' || folded(${word}) || '\\M')` : like(searched, word),
  );
  return sql<SqlBool>`(${sql.join(each, sql` AND `)})`;
}
