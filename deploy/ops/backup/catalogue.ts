import type pg from 'pg';

export type Table = { name: string; columns: { name: string; type: string }[] };

/** Prisma's migration table. The restore recreates it. */
export const MIGRATIONS_TABLE = '_prisma_migrations';

/** The tables of a schema with their columns, except generated ones. Referenced tables come first. */
export async function tablesOf(client: pg.ClientBase, schema: string): Promise<Table[]> {
  const { rows } = await client.query<{ name: string; parents: string[]; columns: Table['columns'] }>(
    `SELECT c.relname AS name,
       ARRAY(SELECT p.relname::text FROM pg_constraint k JOIN pg_class p ON p.oid = k.confrelid
         WHERE k.conrelid = c.oid AND k.contype = 'f' AND p.oid <> c.oid) AS parents,
       (SELECT json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) ORDER BY a.attnum)
         FROM pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
     FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> $2
     ORDER BY c.relname`,
    [schema, MIGRATIONS_TABLE],
  );
  const left = new Map(rows.map((row) => [row.name, row]));
  const ordered: Table[] = [];
  while (left.size > 0) {
    const free = [...left.values()].filter(({ parents }) => parents.every((parent) => !left.has(parent)));
    if (free.length === 0) throw new Error(`${schema}: tables refer to each other in a circle`);
    for (const { name, columns } of free) {
      ordered.push({ name, columns });
      left.delete(name);
    }
  }
  return ordered;
}

/** Names of a schema's relations. @param kinds values of pg_class.relkind: r and p are tables, S are sequences */
export async function relationNames(
  client: pg.ClientBase,
  schema: string,
  kinds: string[],
): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = to_regnamespace($1) AND relkind = ANY($2::"char"[])
     ORDER BY relname`,
    [schema, kinds],
  );
  return rows.map((row) => row.name);
}
