import type { Database } from '@g2/kit/database';
import type { VersionChange } from '@g2/terms/archive';
import type { PageBounds } from '@g2/terms/pages';
import { type RawBuilder, sql } from 'kysely';
import type { DB } from '#tables';
import { filesSql, JOINED_FILES, type ObjectPair } from './comparisons.ts';

export type Counts = Record<VersionChange, number>;

/** A path of either version; fields of a version without the path are null. */
type ComparedFile = {
  path: string;
  size: number | null;
  sizeBefore: number | null;
  sha256: string | null;
  sha256Before: string | null;
  language: string | null;
  isText: boolean;
};

type Group = Counts & { name: string };

export type VersionComparison = {
  counts: Counts;
  items: (ComparedFile & { change: VersionChange })[];
  /** Counts per top-level folder, most changed first; '' for files outside of folders. */
  folders: Group[];
  languages: Group[];
  /** Single top folder of the version if the versions have different ones, else ''. */
  root: string;
  rootBefore: string;
};

/** Maximum folders and languages returned. */
const MAX_GROUPS = 60;

const COUNT_BY_CHANGE = sql`count(*) FILTER (WHERE change = 'added') AS added,
  count(*) FILTER (WHERE change = 'removed') AS removed, count(*) FILTER (WHERE change = 'changed') AS changed,
  count(*) FILTER (WHERE change = 'unchanged') AS unchanged`;

/** SQL for the folder that contains all files, with its slash; '' if there is none. */
const topFolderSql = (key: string): RawBuilder<unknown> => sql`
  SELECT CASE WHEN bool_and(position('/' in path) > 1) AND min(split_part(path, '/', 1)) = max(split_part(path, '/', 1))
    THEN min(split_part(path, '/', 1)) || '/' ELSE '' END AS root
  FROM manifest_files WHERE object_key = ${key}`;

/** Compares paths without the single top folder if the versions name it differently, as in release archives. */
const comparedSql = ({ now, before }: ObjectPair): RawBuilder<unknown> => sql`
  roots AS MATERIALIZED (
    SELECT CASE WHEN differ THEN a ELSE '' END AS root, CASE WHEN differ THEN b ELSE '' END AS root_before,
      CASE WHEN a = b THEN length(a) ELSE 0 END AS shared
    FROM (SELECT n.root AS a, o.root AS b, n.root <> o.root AND n.root <> '' AND o.root <> '' AS differ
      FROM (${topFolderSql(now)}) n, (${topFolderSql(before)}) o) named
  ),
  now AS (${filesSql(now, sql`(SELECT length(root) + 1 FROM roots)`)}),
  before AS (${filesSql(before, sql`(SELECT length(root_before) + 1 FROM roots)`)}),
  pairs AS MATERIALIZED (${JOINED_FILES})`;

export async function countChanges(db: Database<DB>, pair: ObjectPair): Promise<Counts> {
  const { rows } = await sql<Counts>`WITH ${comparedSql(pair)} SELECT ${COUNT_BY_CHANGE} FROM pairs`.execute(
    db,
  );
  return rows[0] ?? { added: 0, removed: 0, changed: 0, unchanged: 0 };
}

/** Returns a page of each kind of change, or of `change` only, with counts of all kinds. */
export async function compareVersions(
  db: Database<DB>,
  pair: ObjectPair,
  change: VersionChange | null,
  { limit, offset }: PageBounds,
): Promise<VersionComparison> {
  const groups = (by: RawBuilder<unknown>) => sql`
    SELECT json_agg(json_build_object('name', name, 'added', added, 'removed', removed, 'changed', changed,
      'unchanged', unchanged) ORDER BY added + removed + changed DESC, unchanged DESC, name COLLATE "C")
    FROM (SELECT ${by} AS name, ${COUNT_BY_CHANGE} FROM pairs GROUP BY 1
      ORDER BY count(*) FILTER (WHERE change <> 'unchanged') DESC, count(*) DESC, 1 LIMIT ${MAX_GROUPS}) grouped`;
  const { rows } = await sql<VersionComparison>`
    WITH ${comparedSql(pair)},
    placed AS (
      SELECT *, row_number() OVER (PARTITION BY change ORDER BY path COLLATE "C", nth) AS place FROM pairs
      WHERE ${change}::text IS NULL OR change = ${change}
    )
    SELECT (SELECT json_build_object('added', added, 'removed', removed, 'changed', changed, 'unchanged', unchanged)
        FROM (SELECT ${COUNT_BY_CHANGE} FROM pairs) all_of_them) AS counts,
      (SELECT coalesce(json_agg(json_build_object('path', path, 'change', change, 'size', size,
          'sizeBefore', size_before, 'sha256', sha256, 'sha256Before', sha256_before, 'language', language,
          'isText', is_text) ORDER BY place), '[]')
        FROM placed WHERE place > ${offset} AND place <= ${offset} + ${limit}::bigint) AS items,
      coalesce((${groups(sql`CASE WHEN position('/' in substr(path, shared + 1)) > 0
        THEN split_part(substr(path, shared + 1), '/', 1) ELSE '' END`)}), '[]') AS folders,
      coalesce((${groups(sql`coalesce(language, '')`)}), '[]') AS languages,
      root, root_before
    FROM roots`.execute(db);
  const [found] = rows;
  if (!found) throw new Error('a comparison without an answer');
  return found;
}
