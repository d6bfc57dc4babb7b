import { isUuid } from '@g2/kit/ids';
import { matchesWords } from '@g2/kit/text-search';
import type { Role } from '@g2/terms/names';
import { type PageBounds, type PageRead, planPageRead } from '@g2/terms/pages';
import {
  checkSearchDepth,
  hasTrigram,
  MAX_SEARCH_OFFSET,
  NEWEST_SEARCHED,
  TOTAL_CAP,
} from '@g2/terms/search';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import type { UserSort } from '../domain/input.ts';
import type { UserState } from '../domain/user.ts';
import { type Database, USER_COLUMNS } from '../store.ts';
import { type CappedCount, countToCap } from './counts.ts';
import { orderKeys } from './order.ts';

const PERSON_COLUMNS = ['id', 'firstName', 'lastName', 'role', 'isActive'] as const;
type PersonRow = Pick<UserState, (typeof PERSON_COLUMNS)[number]>;

const SEARCHED = sql`users.searched`;
/** Up to this number of matches, the count of a search also returns their ids. */
const MAX_MATCH_IDS = 1_000;

const idsOfFew = sql<
  string[] | null
>`CASE WHEN count(*) <= ${sql.lit(MAX_MATCH_IDS)} THEN coalesce(array_agg(found.id), '{}') END`;
const anyOf = (ids: string[]) => sql<string>`any(${ids}::uuid[])`;

type UserQuery = PageBounds & {
  search: string;
  role: Role | undefined;
  /** Undefined: active and inactive accounts. */
  active: boolean | undefined;
  sort: UserSort;
};
type ListedUsers = CappedCount & { items: UserState[] };

/** Rows a broad search scans in sort order to fill a page. If they do not suffice, it fetches all matches. */
const SCAN_LIMIT = 2_000;

export async function listUsers(db: Database, query: UserQuery): Promise<ListedUsers> {
  const all = narrowed(db, query);
  const { search } = query;
  if (search) {
    const matches = matchesWords(SEARCHED, search);
    const runSearch = hasTrigram(search) ? searchUsers : searchNewest;
    return runSearch(db, { all, matches }, query);
  }
  const counted = countOf(db, query);
  const walked = async () => page(all.select(USER_COLUMNS), query, await planPageRead(query, () => counted));
  const [items, total] = await Promise.all([walked(), counted]);
  return { items, ...total };
}

type Narrowing = Pick<UserQuery, 'role' | 'active'>;

function narrowed(db: Database, { role, active }: Narrowing): SelectQueryBuilder<DB, 'users', object> {
  let users = db.selectFrom('users');
  if (role) users = users.where('role', '=', role);
  // Must equal the condition of the partial indexes; `is_active = false` would not use them.
  if (active !== undefined)
    users = users.where(active ? sql<SqlBool>`users.is_active` : sql<SqlBool>`NOT users.is_active`);
  return users;
}

/** Counts inactive accounts up to the cap; active ones are all minus these, or counted when these exceed the cap. */
async function countOf(db: Database, { role, active }: Narrowing): Promise<CappedCount> {
  const all = countAll(db, role);
  if (active === undefined) return { total: await all, totalCapped: false };
  const [everybody, inactive] = await Promise.all([all, countNarrowed(db, { role, active: false })]);
  if (!active) return inactive;
  if (inactive.totalCapped) return countNarrowed(db, { role, active });
  return { total: Math.max(0, everybody - inactive.total), totalCapped: false };
}

async function countAll(db: Database, role: Role | undefined): Promise<number> {
  const counts = db.selectFrom('userCounts').select(sql<number>`coalesce(sum(total), 0)::int8`.as('total'));
  const { total } = await (role ? counts.where('role', '=', role) : counts).executeTakeFirstOrThrow();
  return total;
}

/** Counts up to the cap. The ORDER BY of an index makes the planner scan that index. */
const countNarrowed = (db: Database, narrowing: Narrowing): Promise<CappedCount> =>
  countToCap(db, narrowed(db, narrowing).orderBy('users.createdAt', 'desc').orderBy('users.id', 'desc'));

type Search = { all: SelectQueryBuilder<DB, 'users', object>; matches: RawBuilder<SqlBool> };

/** Few matches: found by trigram index, then sorted. Many: scanned in sort order from the end nearer to the page. */
async function searchUsers(db: Database, { all, matches }: Search, query: UserQuery): Promise<ListedUsers> {
  const found = all.where(matches);
  const some = found.select('users.id').limit(TOTAL_CAP + 1);
  const { counted, ids } = await db
    .selectFrom(some.as('found'))
    .select(({ fn }) => [fn.countAll<number>().as('counted'), idsOfFew.as('ids')])
    .executeTakeFirstOrThrow();
  const totalCapped = counted > TOTAL_CAP;
  const total = Math.min(counted, TOTAL_CAP);
  if (totalCapped) checkSearchDepth(query.offset);
  const walk = totalCapped
    ? { ...query, fromEnd: false }
    : await planPageRead(query, async () => ({ total, totalCapped }));
  if (ids === null && walk.offset <= MAX_SEARCH_OFFSET) {
    const front = all
      .selectAll('users')
      .orderBy(sql.raw(orderKeys(orderOf(query.sort, walk))))
      .limit(SCAN_LIMIT + 10 * walk.offset);
    const matched = db.selectFrom(front.as('users')).where(matches).select(USER_COLUMNS);
    const items = await page(matched, query, walk);
    if (items.length === walk.limit) return { items, total, totalCapped };
  }
  // OFFSET 0 stops the planner from scanning all accounts in sort order when matches are rare.
  const those = ids === null ? found : db.selectFrom('users').where('users.id', '=', anyOf(ids));
  const fetched = those.selectAll('users').offset(sql.lit(0));
  const items = await page(db.selectFrom(fetched.as('users')).select(USER_COLUMNS), query, walk);
  return { items, total, totalCapped };
}

const orderOf = (sort: UserSort, { fromEnd }: PageRead): UserSort =>
  fromEnd ? { ...sort, descending: !sort.descending } : sort;

/** Searches the newest accounts only; `totalCapped` is true when there are more. */
async function searchNewest(db: Database, { all, matches }: Search, query: UserQuery): Promise<ListedUsers> {
  const newest = all
    .selectAll('users')
    .orderBy('users.createdAt', 'desc')
    .orderBy('users.id', 'desc')
    .limit(NEWEST_SEARCHED + 1);
  const searched = db.selectFrom(newest.as('users'));
  const [counted, items] = await Promise.all([
    searched
      .select(({ fn }) => [
        fn.countAll<number>().as('seen'),
        fn.countAll<number>().filterWhere(matches).as('found'),
      ])
      .executeTakeFirstOrThrow(),
    page(searched.where(matches).select(USER_COLUMNS), query),
  ]);
  return { items, total: counted.found, totalCapped: counted.seen > NEWEST_SEARCHED };
}

/** Not a prepared statement: its generic plan would ignore how common the search text is and how deep the page is. */
const page = async <Tables, Names extends keyof Tables>(
  found: SelectQueryBuilder<Tables, Names, UserState>,
  { sort, ...bounds }: UserQuery,
  walk: PageRead = { ...bounds, fromEnd: false },
): Promise<UserState[]> => {
  const rows = await found
    .orderBy(sql.raw(orderKeys(orderOf(sort, walk))))
    .limit(walk.limit)
    .offset(walk.offset)
    .execute();
  return walk.fromEnd ? rows.toReversed() : rows;
};

/** Includes inactive accounts (spec §3, enhanced stats). */
export async function countUsers(db: Database): Promise<{ total: number; admins: number; clients: number }> {
  const rows = await db
    .selectFrom('userCounts')
    .select(['role', sql<number>`sum(total)::int8`.as('total')])
    .groupBy('role')
    .execute();
  const of = (role: Role) => rows.find((row) => row.role === role)?.total ?? 0;
  return {
    total: of('client') + of('operator') + of('admin'),
    admins: of('admin'),
    clients: of('client'),
  };
}

const MANY_OPERATORS = 1_000;

export const listOperators = (db: Database): Promise<PersonRow[]> =>
  db
    .selectFrom('users')
    .select(PERSON_COLUMNS)
    .where('role', 'in', ['operator', 'admin'])
    .where('isActive', '=', true)
    .orderBy('firstName')
    .orderBy('lastName')
    .orderBy('id')
    .limit(MANY_OPERATORS)
    .execute();

const accounts = (db: Database, ids: string[]) => {
  const known = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  return db.selectFrom('users').where('id', '=', sql<string>`any(${known}::uuid[])`);
};

/** Names and roles of accounts; unknown ids are left out. */
export const findPeople = (db: Database, ids: string[]): Promise<PersonRow[]> =>
  accounts(db, ids).select(PERSON_COLUMNS).execute();

export const findEmails = (db: Database, ids: string[]): Promise<{ id: string; email: string }[]> =>
  accounts(db, ids).select(['id', 'email']).execute();
