import { hasTrigram, likePattern } from '@g2/terms/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';

/** A word of one or two characters, in a script that separates words with spaces. */
const SHORT = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{N}]{1,2}$/u;

const like = (searched: RawBuilder<unknown>, word: string) =>
  sql<SqlBool>`${searched} LIKE folded(${likePattern(word)})`;

/** SQL condition: `searched` has all words. Short words beside longer ones (`da`, `2`) match only as whole words. */
export function matchesWords(searched: RawBuilder<unknown>, search: string): RawBuilder<SqlBool> {
  const words = search.split(/\s+/u).filter((word) => word !== '');
  if (!words.some(hasTrigram)) return like(searched, search);
  const each = words.map((word) =>
    SHORT.test(word) ? sql<SqlBool>`${searched} ~ ('\\m' || folded(${word}) || '\\M')` : like(searched, word),
  );
  return sql<SqlBool>`(${sql.join(each, sql` AND `)})`;
}
