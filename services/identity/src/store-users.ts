import { isUuid } from '@g2/kit/ids';
import type { Role } from '@g2/terms/names';
import { hasTrigram, NEWEST_SEARCHED, TOTAL_CAP } from '@g2/terms/search';
import type { UserSort } from './domain/input.ts';
import type { UserState } from './domain/user.ts';
import { type IdentityDb, roleOf, toState, USER_COLUMNS, type UserRow } from './store.ts';
import { orderBy } from './store-order.ts';

export type PersonRow = { id: string; firstName: string; lastName: string; role: Role; isActive: boolean };
export type Counts = { total: number; admins: number; clients: number };

const PERSON_COLUMNS = 'id, first_name, last_name, role, is_active';
type RawPerson = Pick<UserRow, 'id' | 'first_name' | 'last_name' | 'role' | 'is_active'>;
const toPerson = (row: RawPerson): PersonRow => ({
  id: row.id,
  firstName: row.first_name,
  lastName: row.last_name,
  role: roleOf(row.role),
  isActive: row.is_active,
});

/** The text as LIKE finds it anywhere, its wildcards meaning themselves. */
const pattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
// The expression of users_folded_idx, letter by letter: neither accents nor case count.
const SEARCHED = "folded(u.first_name || ' ' || u.last_name || ' ' || u.email)";

export type UserQuery = {
  search: string;
  role: Role | undefined;
  sort: UserSort;
  limit: number;
  offset: number;
};
export type ListedUsers = { items: UserState[]; total: number; totalCapped: boolean };

/** How many accounts are looked through for a page of a common text before all its matches are fetched. */
const FRONT = 5_000;

/** A page of accounts in the order asked, and how many there are in all. */
export async function listUsers(db: IdentityDb, query: UserQuery): Promise<ListedUsers> {
  const { role, search } = query;
  const values: string[] = role ? [role] : [];
  const all = `FROM users u ${role ? 'WHERE u.role = $1' : ''}`;
  if (!search) {
    const [items, rows] = await Promise.all([
      userPage(db, all, values, query),
      db.sql<{ n: string }>(
        'users-counted',
        'SELECT coalesce(sum(total), 0) AS n FROM user_counts WHERE $1::text IS NULL OR role = $1',
        [role ?? null],
      ),
    ]);
    return { items, total: Number(rows[0]?.n ?? 0), totalCapped: false };
  }
  values.push(pattern(search));
  const matches = `${SEARCHED} LIKE folded($${values.length})`;
  const ask = hasTrigram(search) ? searchUsers : searchNewest;
  return ask(db, { all, matches, found: `${all} ${role ? 'AND' : 'WHERE'} ${matches}`, values }, query);
}

/** What is searched, the condition, both together, and their values. */
type Search = { all: string; matches: string; found: string; values: string[] };

/**
 * Matches are counted first, up to the cap. Few of them are fetched by the trigram index and sorted. Many are looked
 * for at the front of the order, where they fill the page unless the searched text has to do with the order.
 */
async function searchUsers(db: IdentityDb, search: Search, query: UserQuery): Promise<ListedUsers> {
  const { all, matches, found, values } = search;
  const rows = await db.sql<{ n: string }>(
    '',
    `SELECT count(*) AS n FROM (SELECT ${found} LIMIT ${TOTAL_CAP + 1}) m`,
    values,
  );
  const counted = Number(rows[0]?.n ?? 0);
  const totalCapped = counted > TOTAL_CAP;
  const total = Math.min(counted, TOTAL_CAP);
  if (totalCapped) {
    const front = `FROM (SELECT * ${all} ${orderBy(query.sort)} LIMIT ${FRONT}) u WHERE ${matches}`;
    const items = await userPage(db, front, values, query);
    if (items.length === query.limit) return { items, total, totalCapped };
  }
  // OFFSET 0 keeps the planner from walking the order in the hope of meeting them soon.
  return {
    items: await userPage(db, `FROM (SELECT * ${found} OFFSET 0) u`, values, query),
    total,
    totalCapped,
  };
}

/** Looks through the newest accounts, and says if there are more. */
async function searchNewest(db: IdentityDb, search: Search, query: UserQuery): Promise<ListedUsers> {
  const { all, matches, values } = search;
  const window = `FROM (SELECT * ${all} ORDER BY u.created_at DESC, u.id DESC LIMIT ${NEWEST_SEARCHED + 1}) u`;
  const [counted, items] = await Promise.all([
    db.sql<{ seen: string; found: string }>(
      '',
      `SELECT count(*) AS seen, count(*) FILTER (WHERE ${matches}) AS found ${window}`,
      values,
    ),
    userPage(db, `${window} WHERE ${matches}`, values, query),
  ]);
  const totalCapped = Number(counted[0]?.seen ?? 0) > NEWEST_SEARCHED;
  return { items, total: Number(counted[0]?.found ?? 0), totalCapped };
}

/** Unnamed statements: a generic plan knows nothing of how common a searched text is, nor how deep the page. */
async function userPage(
  db: IdentityDb,
  from: string,
  values: string[],
  { sort, limit, offset }: UserQuery,
): Promise<UserState[]> {
  const rows = await db.sql<UserRow>(
    '',
    `SELECT ${USER_COLUMNS} ${from} ${orderBy(sort)} LIMIT ${limit} OFFSET ${offset}`,
    values,
  );
  return rows.map(toState);
}

/** Accounts in all, admins and clients; inactive ones count (spec §3, enhanced stats). */
export async function countUsers(db: IdentityDb): Promise<Counts> {
  const rows = await db.sql<{ role: string; total: string }>(
    'user-counts',
    'SELECT role, sum(total) AS total FROM user_counts GROUP BY role',
  );
  const of = (role: Role) => Number(rows.find((row) => row.role === role)?.total ?? 0);
  return {
    total: of('client') + of('operator') + of('admin'),
    admins: of('admin'),
    clients: of('client'),
  };
}

const MANY_OPERATORS = 1_000;

/** Active operators and admins by name. */
export async function listOperators(db: IdentityDb): Promise<PersonRow[]> {
  const rows = await db.sql<RawPerson>(
    'operators',
    `SELECT ${PERSON_COLUMNS} FROM users WHERE role IN ('operator', 'admin') AND is_active
     ORDER BY first_name, last_name, id LIMIT ${MANY_OPERATORS}`,
  );
  return rows.map(toPerson);
}

/** The names behind ids; what names no account is left out. */
export async function findPeople(db: IdentityDb, ids: string[]): Promise<PersonRow[]> {
  const known = [...new Set(ids.filter(isUuid).map((id) => id.toLowerCase()))];
  if (known.length === 0) return [];
  const rows = await db.sql<RawPerson>(
    'people',
    `SELECT ${PERSON_COLUMNS} FROM users WHERE id = ANY($1::uuid[])`,
    [known],
  );
  return rows.map(toPerson);
}
