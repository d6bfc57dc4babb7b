import { isUuid } from '@g2/kit/ids';
import type { Role, UserState } from './domain/user.ts';
import { type IdentityDb, roleOf, toState, USER_COLUMNS, type UserRow } from './store.ts';

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

/** The text as ILIKE finds it anywhere, its wildcards meaning themselves. */
const pattern = (search: string): string => `%${search.replaceAll(/[\\%_]/g, '\\$&')}%`;
// The expression of users_search_idx, letter by letter.
const MATCHES = "(u.first_name || ' ' || u.last_name || ' ' || u.email) ILIKE";

export type UserQuery = { search: string; role: Role | undefined; limit: number; offset: number };

/** A page of accounts, newest first, and how many there are in all. */
export async function listUsers(
  db: IdentityDb,
  query: UserQuery,
): Promise<{ items: UserState[]; total: number }> {
  const conditions: string[] = [];
  const values: unknown[] = [];
  const where = (condition: string, value: string) => {
    values.push(value);
    conditions.push(`${condition} $${values.length}`);
  };
  if (query.role) where('u.role =', query.role);
  if (query.search) where(MATCHES, pattern(query.search));
  const filter = conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : '';
  const kind = `${query.role ? 'role' : ''}${query.search ? 'search' : ''}`;
  const [rows, total] = await Promise.all([
    db.sql<UserRow>(
      `users-${kind}`,
      `SELECT ${USER_COLUMNS} FROM users u ${filter} ORDER BY u.created_at DESC, u.id DESC
       LIMIT $${values.length + 1} OFFSET $${values.length + 2}`,
      [...values, query.limit, query.offset],
    ),
    query.search
      ? db.sql<{ n: string }>(`users-count-${kind}`, `SELECT count(*) AS n FROM users u ${filter}`, values)
      : db.sql<{ n: string }>(
          'users-counted',
          'SELECT coalesce(sum(total), 0) AS n FROM user_counts WHERE $1::text IS NULL OR role = $1',
          [query.role ?? null],
        ),
  ]);
  return { items: rows.map(toState), total: Number(total[0]?.n ?? 0) };
}

/** Accounts in all, admins and clients; inactive ones count (spec §3, enhanced stats). */
export async function countUsers(db: IdentityDb): Promise<Counts> {
  const rows = await db.sql<{ role: string; total: string }>(
    'user-counts',
    'SELECT role, total FROM user_counts',
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
