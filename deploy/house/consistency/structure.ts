import type pg from 'pg';

const PARTS = [
  {
    title: 'Collations',
    sql: `SELECT collname AS name,
                 format('CREATE COLLATION %I (provider = %s, locale = %L, deterministic = %s);', collname,
                        CASE collprovider WHEN 'i' THEN 'icu' WHEN 'c' THEN 'libc' ELSE 'builtin' END,
                        coalesce(colllocale, collcollate), collisdeterministic) AS text
            FROM pg_collation WHERE collnamespace = current_schema()::regnamespace`,
  },
  {
    title: 'Tables',
    sql: `SELECT c.relname AS name,
                 format(E'CREATE %sTABLE %I (\\n%s\\n);', CASE c.relpersistence WHEN 'u' THEN 'UNLOGGED ' ELSE '' END, c.relname,
                        concat_ws(E',\\n', columns.text, constraints.text)) AS text
            FROM pg_class c
            JOIN LATERAL (
              SELECT string_agg(format('  %I %s%s%s', a.attname, format_type(a.atttypid, a.atttypmod),
                                       CASE WHEN a.attnotnull THEN ' NOT NULL' ELSE '' END,
                                       CASE WHEN d.adbin IS NULL THEN ''
                                            WHEN a.attgenerated <> '' THEN format(' GENERATED ALWAYS AS (%s) STORED', pg_get_expr(d.adbin, d.adrelid))
                                            ELSE ' DEFAULT ' || pg_get_expr(d.adbin, d.adrelid) END),
                                E',\\n' ORDER BY a.attname) AS text
                FROM pg_attribute a
                LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
               WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped) columns ON true
            LEFT JOIN LATERAL (
              SELECT string_agg(format('  CONSTRAINT %I %s', conname, pg_get_constraintdef(oid)), E',\\n'
                                ORDER BY contype = 'p' DESC, conname) AS text
                FROM pg_constraint WHERE conrelid = c.oid AND contype IN ('p', 'u', 'f', 'c', 'x')) constraints ON true
           WHERE c.relkind IN ('r', 'p') AND c.relnamespace = current_schema()::regnamespace
             AND c.relname <> '_prisma_migrations'`,
  },
  {
    title: 'Indexes',
    sql: `SELECT c.relname AS name, pg_get_indexdef(i.indexrelid) || ';' AS text
            FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
           WHERE c.relnamespace = current_schema()::regnamespace AND t.relname <> '_prisma_migrations'
             AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = i.indexrelid AND contype IN ('p', 'u', 'x'))`,
  },
  {
    title: 'Functions',
    sql: `SELECT p.proname || pg_get_function_identity_arguments(p.oid) AS name, rtrim(pg_get_functiondef(p.oid), E'\\n') || ';' AS text
            FROM pg_proc p
           WHERE p.pronamespace = current_schema()::regnamespace AND p.prokind IN ('f', 'p')
             AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')`,
  },
  {
    title: 'Triggers',
    sql: `SELECT t.tgname || c.relname AS name, pg_get_triggerdef(t.oid) || ';' AS text
            FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
           WHERE NOT t.tgisinternal AND c.relnamespace = current_schema()::regnamespace`,
  },
] as const;

/** Prints the schema's tables, indexes, functions and triggers as SQL, sorted by name. @param service for the header */
export async function printStructure(service: string, db: Pick<pg.Pool, 'query'>): Promise<string> {
  const blocks = [
    `-- What the migrations of ${service} make, for reading. Generated: deploy/house/consistency/structure.int.test.ts`,
  ];
  for (const { title, sql } of PARTS) {
    const { rows } = await db.query<{ name: string; text: string }>(
      `SELECT * FROM (${sql}) part ORDER BY name COLLATE "C"`,
    );
    if (rows.length > 0) blocks.push(`-- ${title}`, ...rows.map(({ text }) => text.replace(/[ \t]+$/gm, '')));
  }
  return `${blocks.join('\n\n')}\n`;
}
