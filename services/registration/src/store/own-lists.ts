import { singleFlight } from '@g2/kit/single-flight';
import { matchesWords } from '@g2/kit/text-search';
import { type PageBounds, type PageRead, planPageRead } from '@g2/terms/pages';
import { checkSearchDepth, hasTrigram, NEWEST_SEARCHED, OWN_TOTAL_CAP } from '@g2/terms/search';
import { type Kysely, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import type { OwnOrder } from '../domain/query-parsing.ts';
import type { Registration } from '../domain/registration.ts';
import type { Database } from '../store.ts';
import { laterMatches, MOST_SHOWN } from './later-matches.ts';
import { countOf, type ListedPage, type ListQuery, rowCount } from './pages.ts';
import { RecentValues } from './recent-values.ts';
import { anyOf, selectRegistrations, toRegistration } from './rows.ts';
import { countMatches, type Found, idsIn, SCANNED_FIRST } from './search.ts';
import { hasText, textOf } from './search-conditions.ts';
import { byPriority, keyOf } from './sort-keys.ts';

export type OwnListQuery = ListQuery & { order: OwnOrder; paidOnly: boolean; waitingOnly: boolean };
type Owned = Omit<OwnListQuery, keyof PageBounds | 'search'> & { userId: string };
type OwnKey = { id: string; sortKey: unknown; since: Date | null };

/** The export of own data reads every page. The walk to one reads an index alone, which delays no other request. */
const FAR = 100_000;
/** Searches with more matches than are counted; they are not counted again for a minute. */
const frequentTexts = new RecentValues<true>(60_000, 500);

/** Excludes certificates that the owner has already downloaded. */
const NOT_DOWNLOADED = sql<SqlBool>`(r.status <> 'certificate_issued'
  OR NOT EXISTS (SELECT FROM taken_certificates t WHERE t.registration_id = r.id))`;

/** Records the owner's first download of the certificate. */
export async function recordDownload(db: Database, registrationId: string, takenAt: Date): Promise<void> {
  await db
    .insertInto('takenCertificates')
    .values({ registrationId, takenAt })
    .onConflict((on) => on.column('registrationId').doNothing())
    .execute();
}

/** Query of ids and sort keys of an owner's list, without its text search. */
function ownKeys(db: Kysely<DB>, { userId, statuses, order, paidOnly, waitingOnly }: Owned) {
  const [status] = statuses;
  const own = db
    .selectFrom('registrations as r')
    .where('r.userId', '=', userId)
    // With one value, the rows of the index are in the order of the list.
    .$if(status !== undefined && statuses.length === 1, (all) => all.where('r.status', '=', status ?? null))
    .$if(statuses.length > 1, (all) => all.where('r.status', '=', anyOf(statuses)))
    .$if(paidOnly, (all) => all.where('r.paymentPaidAt', 'is not', null))
    .$if(waitingOnly, (all) => all.where(NOT_DOWNLOADED))
    .select('r.id');
  if (order !== 'priority')
    return own.select([keyOf(order.field, 'r').as('sortKey'), sql<Date | null>`NULL`.as('since')]);
  const { key, within } = byPriority(statuses);
  return own.where(within).select([key.as('sortKey'), sql<Date | null>`r.status_updated_at`.as('since')]);
}

type Keyed<Tables, From extends keyof Tables> = SelectQueryBuilder<Tables, From, OwnKey>;

/** Sorts by the keys that the table or alias `from` has. `reversed`: from the end of the list. */
function inOrder<Tables, From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
  from: string,
  order: OwnOrder,
  reversed = false,
): SelectQueryBuilder<Tables, From, Row> {
  const key = (name: keyof OwnKey) => sql.ref(`${from}.${name}`);
  const direction = (descending: boolean) => (descending === reversed ? 'asc' : 'desc');
  if (order !== 'priority') {
    const same = direction(order.descending);
    return rows.orderBy(key('sortKey'), same).orderBy(key('id'), same);
  }
  const newestFirst = direction(true);
  return rows
    .orderBy(key('sortKey'), direction(false))
    .orderBy(key('since'), newestFirst)
    .orderBy(key('id'), newestFirst);
}

/** The first or last `limit` keys in the order of the list, after `offset` others. */
const keysInOrder = <Tables, From extends keyof Tables>(
  db: Database,
  keyed: Keyed<Tables, From>,
  order: OwnOrder,
  { limit, offset, fromEnd }: PageRead,
) =>
  inOrder(
    db.selectFrom(keyed.as('k')).selectAll() as unknown as Keyed<DB, 'registrations'>,
    'k',
    order,
    fromEnd,
  )
    .limit(limit)
    .offset(offset);

/** Selects the page's ids first, so that whole rows are read for the page only. */
async function ownPage<Tables, From extends keyof Tables>(
  db: Database,
  keyed: Keyed<Tables, From>,
  order: OwnOrder,
  read: PageRead,
): Promise<Registration[]> {
  const page = keysInOrder(db, keyed, order, read).as('page');
  const whole = selectRegistrations(db).innerJoin(page, 'page.id', 'r.id');
  const rows = await inOrder(whole, 'page', order).execute();
  return rows.map(toRegistration);
}

/** Simultaneous requests for the same page, as of several screens, share one. */
export const listOwn = (
  db: Database,
  userId: string,
  wanted: OwnListQuery,
): Promise<ListedPage<Registration>> =>
  singleFlight(db, `own list ${JSON.stringify([userId, wanted])}`, () => readOwn(db, userId, wanted));

async function readOwn(
  db: Database,
  userId: string,
  wanted: OwnListQuery,
): Promise<ListedPage<Registration>> {
  const { search, limit, offset, ...filters } = wanted;
  const { order } = filters;
  const owned = { ...filters, userId };
  if (search) return hasTrigram(search) ? searchOwn(db, owned, wanted) : searchNewestOwn(db, owned, wanted);
  const keys = ownKeys(db, owned);
  // Other pages of the list need the same total.
  const counted = singleFlight(db, `own total ${JSON.stringify(owned)}`, async () => ({
    total: await countOf(keys.clearSelect().select(rowCount)),
    totalCapped: false,
  }));
  const read = planPageRead({ limit, offset }, () => counted, FAR);
  const [total, items] = await Promise.all([counted, read.then((walk) => ownPage(db, keys, order, walk))]);
  return { items, ...total };
}

const NEWEST: OwnOrder = { field: 'createdAt', descending: true };

/** Condition on the searched text: title, holder name or description have the words. */
const inOwnPart = (search: string) => matchesWords(sql`own_part(s.searched)`, search);
/** The whole text first: it is what the index has, and cheaper to compare. */
const matchOf = (search: string) =>
  sql<SqlBool>`(${matchesWords(sql`s.searched`, search)} AND ${inOwnPart(search)})`;

const matchingKeys = (db: Database, owned: Owned, search: string) =>
  ownKeys(db, owned)
    .innerJoin('registrationSearch as s', 's.registrationId', 'r.id')
    .where(textOf(owned.userId))
    .where(matchOf(search));

/** Few matches are found by the index of texts and sorted; many are soon found in the order of the list. */
async function searchOwn(
  db: Database,
  owned: Owned,
  { search, limit, offset }: OwnListQuery,
): Promise<ListedPage<Registration>> {
  const { order } = owned;
  const keys = ownKeys(db, owned);
  const { ids, total, totalCapped } = await countOwnMatches(db, owned, search);
  const page = { items: [], total, totalCapped };
  const walk = { limit, offset, fromEnd: false };
  if (ids?.length === 0) return page;
  if (ids) return { ...page, items: await ownPage(db, sortedIn(keys, ids), order, walk) };
  checkSearchDepth(offset);
  const first = { limit: SCANNED_FIRST + 10 * offset, offset: 0, fromEnd: false };
  const early = db
    .selectFrom(keysInOrder(db, keys, order, first).as('f'))
    .where(hasText(matchOf(search)))
    .select(['f.id', 'f.sortKey', 'f.since']);
  const most = { limit: offset + limit, offset: 0, fromEnd: false };
  const rows = await keysInOrder(db, early, order, most).execute();
  const found = rows.map(({ id }) => id);
  if (found.length < most.limit) {
    const all = matchingKeys(db, owned, search).offset(0);
    const later = { limit: MOST_SHOWN, offset: 0, fromEnd: false };
    const find = () => keysInOrder(db, all, order, later).execute();
    found.push(...(await laterMatches(db, JSON.stringify([owned, search]), find)));
  }
  return { ...page, items: await ownPage(db, sortedIn(keys, found), order, walk) };
}

/** Skips counting if the search recently had too many matches. */
async function countOwnMatches(db: Database, owned: Owned, search: string): Promise<Found> {
  const { userId, statuses, order, paidOnly, waitingOnly } = owned;
  const isFiltered = statuses.length > 0 || paidOnly || waitingOnly;
  const texts = db
    .selectFrom('registrationSearch as s')
    .where(textOf(userId))
    .where(matchOf(search))
    .select('s.registrationId as id');
  const ids = isFiltered ? matchingKeys(db, owned, search).clearSelect().select('r.id') : texts;
  const key = JSON.stringify([userId, search, statuses, order === 'priority', paidOnly, waitingOnly]);
  if (frequentTexts.get(db, key)) return { total: OWN_TOTAL_CAP, totalCapped: true, ids: null };
  // Planned for all matches: for the first thousand, the planner might scan the texts of all owners.
  const all = db
    .with(
      (matches) => matches('found').materialized(),
      () => ids,
    )
    .selectFrom('found')
    .select('id');
  const found = await singleFlight(db, `own search ${key}`, () => countMatches(db, all, OWN_TOTAL_CAP));
  if (found.totalCapped) frequentTexts.set(db, key, true);
  return found;
}

/** No index covers one or two characters, so only the newest rows are scanned. `totalCapped` if there are more. */
async function searchNewestOwn(
  db: Database,
  owned: Owned,
  { search, limit, offset }: OwnListQuery,
): Promise<ListedPage<Registration>> {
  const first = { limit: NEWEST_SEARCHED + 1, offset: 0, fromEnd: false };
  const own = ownKeys(db, { ...owned, order: NEWEST });
  // The total leaves out what the order by priority leaves out.
  const listed = owned.order === 'priority' ? own.where(byPriority(owned.statuses).within) : own;
  const newest = keysInOrder(db, listed, NEWEST, first);
  const { seen, ids } = await db
    .selectFrom('registrationSearch as s')
    .where('s.registrationId', '=', idsIn(db.selectFrom(newest.as('w')).select('w.id')))
    .select(({ fn }) => [
      fn.countAll<number>().as('seen'),
      sql<string[] | null>`array_agg(s.registration_id) FILTER (WHERE ${inOwnPart(search)})`.as('ids'),
    ])
    .executeTakeFirstOrThrow();
  const walk = { limit, offset, fromEnd: false };
  const items = ids ? await ownPage(db, sortedIn(ownKeys(db, owned), ids), owned.order, walk) : [];
  return { items, total: ids?.length ?? 0, totalCapped: seen > NEWEST_SEARCHED };
}

type OwnKeys = ReturnType<typeof ownKeys>;

/** OFFSET 0 makes the planner look the ids up by key, instead of scanning an index in the list's order. */
const sortedIn = (keys: OwnKeys, ids: string[]) =>
  keys.where('r.id', '=', sql<string>`any(${ids}::uuid[])`).offset(0);
