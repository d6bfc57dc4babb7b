import { matchesWords } from '@g2/kit/text-search';
import { likePattern } from '@g2/terms/search';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import {
  bareTaxId,
  hashStart,
  idRange,
  idWithin,
  protocolIn,
  wholeEmail,
  wholeTaxId,
} from '../domain/query-parsing.ts';

const SEARCHED = sql`s.searched`;

/** Matches words, a tax id without punctuation, a hash or id prefix, an id in a URL, a normalized protocol number. */
export function matchOf(search: string): Expression<SqlBool> {
  const s = expressionBuilder<{ s: DB['registrationSearch'] }, 's'>();
  const conditions: Expression<SqlBool>[] = [matchesWords(SEARCHED, search)];
  const digits = bareTaxId(search);
  if (digits) conditions.push(s('s.searched', 'like', likePattern(digits)));
  const hash = hashStart(search);
  if (hash) conditions.push(s('s.hash', 'like', `${hash}%`));
  const range = idRange(search.toLowerCase());
  if (range) conditions.push(s.between('s.registrationId', ...range));
  const id = idWithin(search);
  if (id) conditions.push(s('s.registrationId', '=', id));
  const protocol = protocolIn(search);
  // As an array, the subquery runs first, and the indexes can be used.
  if (protocol)
    conditions.push(sql<SqlBool>`s.registration_id = ANY(ARRAY(
    SELECT registration_id FROM government_steps WHERE protocol_folded = ${protocol}))`);
  return s.or(conditions);
}

/** Many addresses share trigrams, so a full e-mail address or tax id has its own index. Undefined for other text. */
export function exactOwnerMatch(search: string): Expression<SqlBool> | undefined {
  const email = wholeEmail(search);
  // In `searched`, the e-mail address is the third line from the end and the tax id the last one.
  if (email) return sql<SqlBool>`split_part(s.searched, E'\n', -3) = folded(${email})`;
  const taxId = wholeTaxId(search);
  return taxId ? sql<SqlBool>`split_part(s.searched, E'\n', -1) = ${taxId}` : undefined;
}

/** Condition that the index of texts answers for one owner. */
export const textOf = (userId: string) => sql<SqlBool>`ARRAY[s.user_id] @> ARRAY[${userId}]::uuid[]`;

/** Condition on the text of the row `f`. A subquery looks it up by key and keeps the order; a join might do neither. */
export const hasText = (condition: Expression<SqlBool>) =>
  sql<SqlBool>`(SELECT ${condition} FROM registration_search s WHERE s.registration_id = f.id)`;
