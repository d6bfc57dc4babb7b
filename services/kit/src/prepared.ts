import type { Compilable, CompiledQuery, Kysely } from 'kysely';
import type { FieldDef } from 'pg';
import type { Database } from './database.ts';

/**
 * A query that is built once, and prepared by the server under `name` on each connection: for the hottest reads, where
 * building it costs more than running it.
 * @param build is called once, with stand-ins: it may only pass its parameters on, each as one value of the query
 * @returns the query, for a database and the parameters of each call; its rows as `execute` answers them
 */
export function prepared<Tables, Params extends readonly unknown[], Row>(
  name: string,
  build: (db: Kysely<Tables>, ...params: Params) => Compilable<Row>,
): (db: Database<Tables>, ...params: Params) => Promise<Row[]> {
  const standIns = Array.from({ length: build.length - 1 }, (_, index) => Symbol(`parameter ${index + 1}`));
  let query: CompiledQuery | undefined;
  return async (db, ...params) => {
    query ??= build(db, ...(standIns as unknown as Params)).compile();
    const values = query.parameters.map((value) =>
      typeof value === 'symbol' ? params[standIns.indexOf(value)] : value,
    );
    const asked = { name, text: query.sql, values, rowMode: 'array' } as const;
    const { rows, fields } = await db.pool.query<unknown[]>(asked);
    return rows.map((row) => named(fields, row) as Row);
  };
}

const names = new Map<string, string>();

function named(fields: readonly FieldDef[], row: readonly unknown[]): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  fields.forEach(({ name }, index) => {
    values[nameOf(name)] = row[index];
  });
  return values;
}

function nameOf(column: string): string {
  let name = names.get(column);
  if (name === undefined) {
    name = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    names.set(column, name);
  }
  return name;
}
