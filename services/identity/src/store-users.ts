import { isUuid } from '@g2/kit/ids';
import { hasWords } from '@g2/kit/searching';
import type { Role } from '@g2/terms/names';
import { type Walk, walkTo } from '@g2/terms/pages';
import { checkSearchDepth, hasTrigram, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import type { DB } from '#tables';
import type { UserSort } from './domain/input.ts';
import type { UserState } from './domain/user.ts';
import { type Database, USER_COLUMNS } from './store.ts';
import { orderKeys } from './store-order.ts';

const PERSON_COLUMNS = ['id', 'firstName', 'lastName', 'role', 'isActive'] as const;
export type PersonRow = Pick<UserState, (typeof PERSON_COLUMNS)[number]>;
export type Counts = { total: number; admins: number; clients: number };

// The expression of users_folded_idx, letter by letter: neither accents nor case count.
const SEARCHED = sql`folded(users.first_name || ' ' || users.last_name || ' ' || users.email)`;

export type UserQuery = {
  search: string;
  role: Role | undefined;
  sort: UserSort;
  limit: number;
  offset: number;
};
export type ListedUsers = { items: UserState[]; total: number; totalCapped: boolean };

/** How many accounts are looked through for a page of a common text before all its matches are fetched. */
const FRONT = 2_000;

/** A page of accounts in the order asked, and how many there are in all. */
export async function listUsers(db: Database, query: UserQuery): Promise<ListedUsers> {
  const { role, search } = query;
  const users = db.selectFrom('users');
  const all = role ? users.where('role', '=', role) : users;
  if (search) {
    const matches = hasWords(SEARCHED, search);
    const ask = hasTrigram(search) ? searchUsers : searchNewest;
    return ask(db, { all, matches }, query);
  }
  const counted = countOf(db, role).then((total) => ({ total, totalCapped: false }));
  const walked = async () => page(all.select(USER_COLUMNS), query, await walkTo(query, () => counted));
  const [items, total] = await Promise.all([walked(), counted]);
  return { items, ...total };
}

async function countOf(db: Database, role: Role | undefined): Promise<number> {
  const counts = db.selectFrom('userCounts').select(sql<number>`coalesce(sum(total), 0)::int8`.as('total'));
  const { total } = await (role ? counts.where('role', '=', role) : counts).executeTakeFirstOrThrow();
  return total;
}

/** What is searched, and the condition. */
type Search = { all: SelectQueryBuilder<DB, 'users', object>; matches: RawBuilder<SqlBool> };

/**
 * Matches are counted first, up to the cap. Few of them are fetched by the trigram index and sorted. Many are looked
 * for at the front of the order, where they fill the page unless the searched text has to do with the order.
 */
async function searchUsers(db: Database, { all, matches }: Search, query: UserQuery): Promise<ListedUsers> {
  const found = all.where(matches);
  const { counted } = await db
    .selectFrom(found.limit(TOTAL_CAP + 1).as('found'))
    .select(({ fn }) => fn.countAll<number>().as('counted'))
    .executeTakeFirstOrThrow();
  const totalCapped = counted > TOTAL_CAP;
  const total = Math.min(counted, TOTAL_CAP);
  if (totalCapped) {
    checkSearchDepth(query.offset);
    const front = all
      .selectAll('users')
      .orderBy(sql.raw(orderKeys(query.sort)))
      .limit(FRONT + 10 * query.offset);
    const items = await page(db.selectFrom(front.as('users')).where(matches).select(USER_COLUMNS), query);
    if (items.length === query.limit) return { items, total, totalCapped };
  }
  // OFFSET 0 keeps the planner from walking the order in the hope of meeting them soon.
  const fetched = found.selectAll('users').offset(sql.lit(0));
  const items = await page(db.selectFrom(fetched.as('users')).select(USER_COLUMNS), query);
  return { items, total, totalCapped };
}

/** Looks through the newest accounts, and says if there are more. */
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

/**
 * A page of what is found, in the order asked. No prepared statement: a generic plan knows nothing of how common a
 * searched text is, nor how deep the page.
 */
const page = async <Tables, Names extends keyof Tables>(
  found: SelectQueryBuilder<Tables, Names, UserState>,
  { sort, ...bounds }: UserQuery,
  walk: Walk = { ...bounds, fromEnd: false },
): Promise<UserState[]> => {
  const order = walk.fromEnd ? { ...sort, descending: !sort.descending } : sort;
  const rows = await found
    .orderBy(sql.raw(orderKeys(order)))
    .limit(walk.limit)
    .offset(walk.offset)
    .execute();
  return walk.fromEnd ? rows.toReversed() : rows;
};

/** Accounts in all, admins and clients; inactive ones count (spec §3, enhanced stats). */
export async function countUsers(db: Database): Promise<Counts> {
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

/** Active operators and admins by name. */
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

/** The names behind ids; what names no account is left out. */
export async function findPeople(db: Database, ids: string[]): Promise<PersonRow[]> {
  const known = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  if (known.length === 0) return [];
  return db
    .selectFrom('users')
    .select(PERSON_COLUMNS)
    .where('id', '=', sql<string>`any(${known}::uuid[])`)
    .execute();
}
