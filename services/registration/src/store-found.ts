import { hasTrigram, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import type { Database } from './store.ts';
import { matching } from './store-search.ts';

/** The newest registrations a staff search finds, by their ids alone. @param most of them; `capped` when there are more */
export async function findByText(
  db: Database,
  search: string,
  most: number,
): Promise<{ ids: string[]; capped: boolean }> {
  if (search === '') return { ids: [], capped: false };
  const found = matching(search);
  const newest = db
    .selectFrom('registrations')
    .select('id')
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_SEARCHED);
  // No index finds one or two characters: as in the list, the newest are looked through.
  const rows = hasTrigram(search)
    ? await db
        .selectFrom('registrationSearch as s')
        .innerJoin('registrations as r', 'r.id', 's.registrationId')
        .where(found)
        .select('r.id')
        .limit(TOTAL_CAP)
        .execute()
    : await db
        .selectFrom(newest.as('r'))
        .innerJoin('registrationSearch as s', 's.registrationId', 'r.id')
        .where(found)
        .select('r.id')
        .execute();
  return newestOf(rows, most);
}

/** Ids are made in the order of time (UUIDv7). */
const newestOf = (rows: { id: string }[], most: number) => {
  const ids = rows.map((row) => row.id).toSorted((a, b) => (a < b ? 1 : -1));
  return { ids: ids.slice(0, most), capped: ids.length > most };
};
