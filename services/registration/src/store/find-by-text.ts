import { hasTrigram, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import type { Expression, SqlBool } from 'kysely';
import type { Database } from '../store.ts';
import { exactOwnerMatch, matchOf } from './search.ts';

/** Ids of the newest matches of a staff search. @param most maximum number; `capped` if there are more */
export async function findByText(
  db: Database,
  search: string,
  most: number,
): Promise<{ ids: string[]; capped: boolean }> {
  if (search === '') return { ids: [], capped: false };
  if (!hasTrigram(search)) return newestOf(await amongNewest(db, search), most);
  const theirs = exactOwnerMatch(search);
  const ids = theirs ? await anywhere(db, theirs) : [];
  return newestOf(ids.length > 0 ? ids : await anywhere(db, matchOf(search)), most);
}

async function anywhere(db: Database, condition: Expression<SqlBool>): Promise<string[]> {
  const found = db
    .selectFrom('registrationSearch as s')
    .select('s.registrationId')
    .where(condition)
    .limit(TOTAL_CAP);
  return (await found.execute()).map((row) => row.registrationId);
}

/** No index covers one or two characters, so only the newest are scanned. */
async function amongNewest(db: Database, search: string): Promise<string[]> {
  const newest = db
    .selectFrom('registrations')
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_SEARCHED);
  const found = db
    .selectFrom(newest.as('r'))
    .innerJoin('registrationSearch as s', 's.registrationId', 'r.id')
    .where(matchOf(search))
    .select('r.id');
  return (await found.execute()).map((row) => row.id);
}

/** UUIDv7 ids sort by time. */
const newestOf = (ids: string[], most: number) => ({
  ids: ids.toSorted((a, b) => (a < b ? 1 : -1)).slice(0, most),
  capped: ids.length > most,
});
