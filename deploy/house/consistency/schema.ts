import { getDMMF } from '@prisma/get-dmmf';
import type pg from 'pg';

type Datamodel = Extract<ReturnType<typeof getDMMF>, { datamodel: unknown }>['datamodel'];
type Model = Datamodel['models'][number];
type Field = Model['fields'][number];
type Index = Datamodel['indexes'][number];

type Column = { table: string; name: string; type: string; nullable: boolean; default: string | null };
type Key = { table: string; name: string; kind: string; columns: string };

const columnLine = ({ table, name, type, nullable, default: value }: Column): string =>
  `${table}.${name} ${type}${nullable ? '' : ' not null'}${value === null ? '' : ` default ${value}`}`;
const keyLine = ({ table, name, kind, columns }: Key): string => `${table}: ${kind} ${name} ${columns}`;

/** PostgreSQL type for each Prisma type. A column of any other type fails the comparison. */
const TYPES: Readonly<Record<string, string>> = {
  String: 'text',
  Boolean: 'boolean',
  Int: 'integer',
  BigInt: 'bigint',
  Json: 'jsonb',
  Bytes: 'bytea',
  Uuid: 'uuid',
  'VarChar(255)': 'character varying(255)',
  'Timestamptz(6)': 'timestamp with time zone',
  Date: 'date',
};

function typeOf({ type, nativeType, isList }: Field): string {
  const [name, args] = nativeType ?? [type, []];
  const written = args.length > 0 ? `${name}(${args.join(',')})` : name;
  return `${TYPES[written] ?? written}${isList ? '[]' : ''}`;
}

function defaultOf({ default: value }: Field): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  if (!('name' in value)) return `{${value.join()}}`;
  return value.name === 'autoincrement' ? 'sequence' : `${value.name}()`;
}

const tableOf = (model: Model): string => model.dbName ?? model.name;

const columnsOf = (model: Model): string[] =>
  model.fields
    .filter((field) => field.kind !== 'object')
    .map((field) =>
      columnLine({
        table: tableOf(model),
        name: field.dbName ?? field.name,
        type: typeOf(field),
        nullable: !field.isRequired,
        default: defaultOf(field),
      }),
    );

const KINDS: Readonly<Record<Index['type'], { kind: string; suffix: string }>> = {
  id: { kind: 'primary key', suffix: 'pkey' },
  unique: { kind: 'unique', suffix: 'key' },
  normal: { kind: 'index', suffix: 'idx' },
  fulltext: { kind: 'fulltext', suffix: 'idx' },
};

function keyOf(index: Index, models: readonly Model[]): string {
  const model = models.find(({ name }) => name === index.model);
  if (!model) throw new Error(`an index of no model: ${index.model}`);
  const table = tableOf(model);
  const names = index.fields.map(
    ({ name }) => model.fields.find((field) => field.name === name)?.dbName ?? name,
  );
  const { kind, suffix } = KINDS[index.type];
  const usual = [table, ...(index.type === 'id' ? [] : names), suffix].join('_');
  const order = names.map((name, i) => (index.fields[i]?.sortOrder === 'desc' ? `${name} DESC` : name));
  return keyLine({ table, name: index.dbName ?? usual, kind, columns: `btree (${order.join(', ')})` });
}

/** Lists tables, columns, keys and indexes of a schema.prisma, one line each. @throws Error when it is invalid */
export function schemaLinesOfPrisma(schema: string): string[] {
  const read = getDMMF({ datamodel: schema });
  if ('error' in read) throw read.error;
  const { models, indexes } = read.datamodel;
  return [...models.flatMap(columnsOf), ...indexes.map((index) => keyOf(index, models))];
}

/** `beside`: Prisma cannot express this column or index, so schema.prisma need not declare it. */
export type SchemaItem = { line: string; beside: boolean };

const OURS = `c.relnamespace = current_schema()::regnamespace AND c.relname <> '_prisma_migrations'`;
const COLUMNS = `
  SELECT c.relname AS "table", a.attname AS name, format_type(a.atttypid, a.atttypmod) AS type,
    NOT a.attnotnull AS nullable, a.attgenerated <> '' AS generated,
    CASE WHEN a.attidentity <> '' THEN 'sequence' ELSE pg_get_expr(d.adbin, d.adrelid) END AS "default"
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum
  WHERE ${OURS} AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped`;
const KEYS = `
  SELECT c.relname AS "table", i.relname AS name,
    CASE WHEN x.indisprimary THEN 'primary key' WHEN x.indisunique THEN 'unique' ELSE 'index' END AS kind,
    replace(split_part(pg_get_indexdef(x.indexrelid), ' USING ', 2), '"', '') AS columns
  FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
  WHERE ${OURS}`;

/** Removes the type and the quotes of a default: PostgreSQL's 'client'::text is client in Prisma. */
const literal = (expression: string | null): string | null =>
  expression?.replace(/::[\w ]+(\[\])?$/, '').replace(/^'(.*)'$/, '$1') ?? null;
/** Indexes that Prisma can declare: no condition, expression, operator class or null order. */
const PLAIN = /^btree \(\w+( DESC)?(, \w+( DESC)?)*\)$/;

/** Lists tables, columns, keys and indexes of the pool role's schema, in the format of schemaLinesOfPrisma. */
export async function schemaLinesOfDatabase(pool: pg.Pool): Promise<SchemaItem[]> {
  const columns = await pool.query<Column & { generated: boolean }>(COLUMNS);
  const keys = await pool.query<Key>(KEYS);
  return [
    ...columns.rows.map((row) => {
      const value = row.generated ? null : literal(row.default);
      return { line: columnLine({ ...row, default: value }), beside: row.generated };
    }),
    ...keys.rows.map((row) => ({ line: keyLine(row), beside: !PLAIN.test(row.columns) })),
  ];
}

export function differences(
  declared: string[],
  found: SchemaItem[],
): { absent: string[]; undeclared: string[] } {
  const actualLines = new Set(found.map(({ line }) => line));
  const declaredLines = new Set(declared);
  return {
    absent: declared.filter((line) => !actualLines.has(line)),
    undeclared: found
      .filter(({ line, beside }) => !beside && !declaredLines.has(line))
      .map(({ line }) => line),
  };
}
