import { createHash } from 'node:crypto';
import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type pg from 'pg';
import type { FieldDef } from 'pg';
import type { Database } from './database.ts';
import { sqlState } from './failure-class.ts';

/** Pools behind a pooler without support for prepared statements. */
const poolsWithoutPrepare = new WeakSet<pg.Pool>();
/** SQLSTATE of an unknown or duplicate statement name: the pooler uses another session than at the preparation. */
const OTHER_SESSION = new Set(['26000', '42P05']);

/**
 * Compiles a query once and prepares it on each connection under a name that begins with `name`. For frequent reads.
 * @param build called once, with placeholders as parameters; may only pass each on as one value
 * @returns function that runs the query and returns rows as Kysely's `execute` does
 */
export function preparedQuery<Tables, Params extends readonly unknown[], Row>(
  name: string,
  build: (db: Kysely<Tables>, ...params: Params) => Compilable<Row>,
): (db: Database<Tables>, ...params: Params) => Promise<Row[]> {
  const placeholders = Array.from({ length: build.length - 1 }, (_, index) =>
    Symbol(`parameter ${index + 1}`),
  );
  let query: CompiledQuery | undefined;
  let fullName = '';
  return async (db, ...params) => {
    if (!query) {
      query = build(db, ...(placeholders as unknown as Params)).compile();
      // Behind a pooler, versions of a program share sessions, so the name includes a hash of the SQL.
      fullName = `${name}-${createHash('sha256').update(query.sql).digest('hex').slice(0, 8)}`;
    }
    const values = query.parameters.map((value) =>
      typeof value === 'symbol' ? params[placeholders.indexOf(value)] : value,
    );
    const config = { text: query.sql, values, rowMode: 'array' } as const;
    const { rows, fields } = await runPrepared(db.pool, fullName, config);
    return rows.map((row) => toObject(fields, row) as Row);
  };
}

/** Runs a query by its prepared name; without a name on pools that change the session between statements. */
async function runPrepared(
  pool: pg.Pool,
  name: string,
  config: pg.QueryArrayConfig,
): Promise<pg.QueryArrayResult<unknown[]>> {
  if (poolsWithoutPrepare.has(pool)) return pool.query<unknown[]>(config);
  try {
    return await pool.query<unknown[]>({ ...config, name });
  } catch (error) {
    if (!OTHER_SESSION.has(sqlState(error) ?? '')) throw error;
    poolsWithoutPrepare.add(pool);
    return pool.query<unknown[]>(config);
  }
}

const names = new Map<string, string>();

function toObject(fields: readonly FieldDef[], row: readonly unknown[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  fields.forEach(({ name }, index) => {
    values[camelCase(name)] = row[index];
  });
  return values;
}

function camelCase(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}
