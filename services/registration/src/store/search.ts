import { singleFlight } from '@g2/kit/single-flight';
import { checkSearchDepth, hasTrigram, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { Sort } from '../domain/query-parsing.ts';
import type { Database } from '../store.ts';
import { laterMatches, MOST_SHOWN } from './later-matches.ts';
import {
  type ListedPage,
  orderByKey,
  rowCount,
  type StaffListQuery,
  staffKeys,
  staffPage,
  type Total,
  withoutIndexOrder,
} from './pages.ts';
import type { StaffRegistration } from './reads.ts';
import { RecentValues } from './recent-values.ts';
import { exactOwnerMatch, hasText, matchOf, textOf } from './search-conditions.ts';
import { filterConditions } from './views.ts';

/** Rows scanned in sort order for a very common text, before all matches are fetched. */
export const SCANNED_FIRST = 2_000;
/** The same where the text itself is in that order, so that no other table is read. */
const SCANNED_NEWEST = 4_000;
/** Texts with too many matches, which are not counted again for a minute. */
const frequentTexts = new RecentValues<true>(60_000, 500);
/** Up to this many matches, the count also returns their ids. */
const MAX_COLLECTED_IDS = 1_000;

/** Count up to the cap, with the ids if there are few, so that the search runs only once. */
export type Found = Total & { ids: string[] | null };

export async function countMatches<Tables, From extends keyof Tables>(
  db: Database,
  found: SelectQueryBuilder<Tables, From, { id: string }>,
  cap = TOTAL_CAP,
): Promise<Found> {
  const { count, ids } = await db
    .selectFrom(found.limit(cap + 1).as('m'))
    .select([
      rowCount,
      sql<string[] | null>`CASE WHEN count(*) <= ${sql.lit(MAX_COLLECTED_IDS)} THEN array_agg(m.id) END`.as(
        'ids',
      ),
    ])
    .executeTakeFirstOrThrow();
  const total = { total: Math.min(count, cap), totalCapped: count > cap };
  return { ...total, ids: count === 0 ? [] : ids };
}

const anywhere = (db: Database, condition: Expression<SqlBool>, ownedBy?: string) =>
  db
    .selectFrom('registrationSearch as s')
    .select('s.registrationId as id')
    .where(condition)
    .$if(ownedBy !== undefined, (all) => all.where(textOf(`${ownedBy}`)))
    .limit(TOTAL_CAP + 1);

/** Skips counting if the list recently had too many matches. Screens of several staff members share a count. */
async function countOnce(db: Database, key: string, count: () => Promise<Found>): Promise<Found> {
  if (frequentTexts.get(db, key)) return { total: TOTAL_CAP, totalCapped: true, ids: null };
  const found = await singleFlight(db, `search ${key}`, count);
  if (found.totalCapped) frequentTexts.set(db, key, true);
  return found;
}

/** Filters of which the texts know nothing. */
const isFiltered = ({ assignedTo, statuses, filters }: StaffListQuery): boolean =>
  assignedTo !== undefined || statuses.length > 0 || filterConditions(filters, statuses).length > 0;

const matching = (db: Database, wanted: StaffListQuery, condition: Expression<SqlBool>) =>
  staffKeys(db, wanted)
    .innerJoin('registrationSearch as s', 's.registrationId', 'r.id')
    .where(condition)
    .$if(wanted.ownedBy !== undefined, (all) => all.where(textOf(`${wanted.ownedBy}`)));

/** A complete e-mail address or tax id matches exactly, or as text if there is no exact match. */
export async function searchForStaff(
  db: Database,
  wanted: StaffListQuery,
): Promise<ListedPage<StaffRegistration>> {
  const { statuses, assignedTo, ownedBy, filters, search } = wanted;
  // The key omits `now`, so that calls share the count.
  const list = JSON.stringify([search, statuses, assignedTo, ownedBy, { ...filters, now: null }]);
  const findMatches = async (kind: string, condition: Expression<SqlBool>): Promise<Matches> => {
    const ids = isFiltered(wanted) ? matching(db, wanted, condition) : anywhere(db, condition, ownedBy);
    const found = await countOnce(db, `${kind} ${list}`, () => countMatches(db, ids));
    return { condition, ...found };
  };
  const exactCondition = exactOwnerMatch(search);
  const exact = exactCondition && (await findMatches('exact', exactCondition));
  const matches = exact && exact.total > 0 ? exact : await findMatches('text', matchOf(search));
  const { total, totalCapped } = matches;
  return { items: await pageOfMatches(db, wanted, matches), total, totalCapped };
}

type Matches = Found & { condition: Expression<SqlBool> };

/** Few matches are fetched by id and sorted. For a frequent text, the first rows in sort order usually suffice. */
async function pageOfMatches(
  db: Database,
  wanted: StaffListQuery,
  { condition, ids, totalCapped }: Matches,
): Promise<StaffRegistration[]> {
  const { sort, limit, offset } = wanted;
  const walk = { limit, offset, fromEnd: false };
  const all = staffKeys(db, wanted);
  if (ids !== null) return ids.length === 0 ? [] : staffPage(db, among(db, all, ids), sort, walk);
  if (totalCapped)
    return staffPage(db, among(db, all, await firstMatches(db, wanted, condition)), sort, walk);
  const found =
    isFiltered(wanted) || isInTextOrder(wanted)
      ? allMatches(db, wanted, condition)
      : keysOf(db, among(db, all, anywhere(db, condition, wanted.ownedBy)));
  return staffPage(db, found, sort, walk);
}

type Key = { id: string; sortKey: unknown };
type Keys = SelectQueryBuilder<{ m: Key }, 'm', Key>;
const keysOf = <Tables, From extends keyof Tables>(
  db: Database,
  keys: SelectQueryBuilder<Tables, From, Key>,
): Keys => db.selectFrom(keys.as('m')).selectAll() as unknown as Keys;

/** Ids of the first matches of a frequent text, in any order and enough for the page. */
async function firstMatches(
  db: Database,
  wanted: StaffListQuery,
  condition: Expression<SqlBool>,
): Promise<string[]> {
  const { sort, limit, offset, filters } = wanted;
  checkSearchDepth(offset);
  const early =
    isInTextOrder(wanted) && wanted.ownedBy === undefined
      ? newestMatches(db, condition, sort, offset)
      : earlyMatches(db, wanted, condition);
  const rows = await orderByKey(early, sort)
    .limit(offset + limit)
    .execute();
  const ids = rows.map(({ id }) => id);
  if (ids.length === offset + limit) return ids;
  const list = JSON.stringify({ ...wanted, limit: 0, offset: 0, filters: { ...filters, now: null } });
  const all = () =>
    orderByKey(allMatches(db, wanted, condition), sort)
      .limit(MOST_SHOWN)
      .execute();
  return [...ids, ...(await laterMatches(db, list, all))];
}

/** Whether the texts alone have the keys of the list. */
const isInTextOrder = (wanted: StaffListQuery): boolean =>
  wanted.sort.field === 'createdAt' && !isFiltered(wanted);

/** Ids and sort keys of all matches. Not in the order of an index, in which few matches might be far apart. */
function allMatches(db: Database, wanted: StaffListQuery, condition: Expression<SqlBool>): Keys {
  if (!isInTextOrder(wanted)) return keysOf(db, matching(db, wanted, condition).offset(0));
  const { ownedBy } = wanted;
  const texts = db
    .selectFrom('registrationSearch as s')
    .where(condition)
    .$if(ownedBy !== undefined, (all) => all.where(textOf(`${ownedBy}`)))
    .offset(0);
  return keysOf(db, texts.select(['s.registrationId as id', 's.registeredAt as sortKey']));
}

/** Matches among the first rows in the order of the list. */
function earlyMatches(db: Database, wanted: StaffListQuery, condition: Expression<SqlBool>): Keys {
  const front = orderByKey(staffKeys(db, wanted), wanted.sort).limit(SCANNED_FIRST + 10 * wanted.offset);
  return keysOf(db, db.selectFrom(front.as('f')).where(hasText(condition)).select(['f.id', 'f.sortKey']));
}

/** The same in the order of creation, in which the texts have an index of their own. */
function newestMatches(db: Database, condition: Expression<SqlBool>, sort: Sort, offset: number): Keys {
  const direction = sort.descending ? 'desc' : 'asc';
  const front = db
    .selectFrom('registrationSearch as t')
    .selectAll()
    .orderBy('t.registeredAt', direction)
    .orderBy('t.registrationId', direction)
    .limit(SCANNED_NEWEST + 10 * offset);
  const matches = db.selectFrom(front.as('s')).where(condition);
  return keysOf(db, matches.select(['s.registrationId as id', 's.registeredAt as sortKey']));
}

/** No index covers one or two characters, so only the newest rows are scanned. `totalCapped` if there are more. */
export async function searchNewest(
  db: Database,
  wanted: StaffListQuery,
): Promise<ListedPage<StaffRegistration>> {
  const { search, sort, limit, offset } = wanted;
  const all = staffKeys(db, wanted);
  const newest = all
    .orderBy('r.createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(NEWEST_SEARCHED + 1);
  const { seen, ids } = await db
    .selectFrom('registrationSearch as s')
    .where('s.registrationId', '=', idsIn(db.selectFrom(newest.as('w')).select('w.id')))
    .select(({ fn }) => [
      fn.countAll<number>().as('seen'),
      sql<string[] | null>`array_agg(s.registration_id) FILTER (WHERE ${matchOf(search)})`.as('ids'),
    ])
    .executeTakeFirstOrThrow();
  const items = ids ? await staffPage(db, among(db, all, ids), sort, { limit, offset, fromEnd: false }) : [];
  return { items, total: ids?.length ?? 0, totalCapped: seen > NEWEST_SEARCHED };
}

/** Ids in an array are looked up by key; a join might scan the whole table. */
export const idsIn = (found: Expression<{ id: string }>) => sql<string>`any(ARRAY(${found}))`;

const among = (db: Database, all: ReturnType<typeof staffKeys>, ids: string[] | Expression<{ id: string }>) =>
  withoutIndexOrder(
    db,
    all.where('r.id', '=', Array.isArray(ids) ? sql<string>`any(${ids}::uuid[])` : idsIn(ids)),
  );

/** Ids of the newest matches of a staff search. @param most maximum number; `capped` if there are more */
export async function findByText(
  db: Database,
  search: string,
  most: number,
): Promise<{ ids: string[]; capped: boolean }> {
  if (search === '') return { ids: [], capped: false };
  if (!hasTrigram(search)) return newestOf(await amongNewest(db, search), most);
  const theirs = exactOwnerMatch(search);
  const ids = theirs ? await idsAnywhere(db, theirs) : [];
  return newestOf(ids.length > 0 ? ids : await idsAnywhere(db, matchOf(search)), most);
}

const idsAnywhere = async (db: Database, condition: Expression<SqlBool>): Promise<string[]> =>
  (await anywhere(db, condition).execute()).map((row) => row.id);

/** Searches only the newest registrations, since no index covers one or two characters. */
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
