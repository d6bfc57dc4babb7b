import type { Database } from '@g2/kit/database';
import type { ArchiveChange } from '@g2/terms/archive';
import type { PageBounds } from '@g2/terms/pages';
import { type RawBuilder, sql } from 'kysely';
import type { DB } from '#tables';

/** A changed path. Sizes are of the unpacked file; a size is null where the version lacks the path. */
type FileChange = {
  path: string;
  change: ArchiveChange;
  size: number | null;
  sizeBefore: number | null;
  language: string | null;
  isText: boolean;
};

export type Comparison = { items: FileChange[]; added: number; removed: number; changed: number };

/** Object keys of two versions. */
export type ObjectPair = { now: string; before: string };

/** Pairs duplicate paths in manifest order; a surplus one is added or removed. Without a hash, size and CRC decide. */
export async function compareManifests(
  db: Database<DB>,
  pair: ObjectPair,
  change: ArchiveChange | null,
  { limit, offset }: PageBounds,
): Promise<Comparison> {
  const { rows } = await sql<Comparison>`
    WITH now AS (${filesSql(pair.now)}), before AS (${filesSql(pair.before)}),
    changes AS MATERIALIZED (${JOINED_FILES} WHERE now.content IS DISTINCT FROM before.content),
    page AS (
      SELECT json_build_object('path', path, 'change', change, 'size', size, 'sizeBefore', size_before,
        'language', language, 'isText', is_text) AS item, path, nth
      FROM changes WHERE ${change}::text IS NULL OR change = ${change}
      ORDER BY path COLLATE "C", nth LIMIT ${limit} OFFSET ${offset}
    )
    SELECT (SELECT coalesce(json_agg(item ORDER BY path COLLATE "C", nth), '[]') FROM page) AS items,
      count(*) FILTER (WHERE change = 'added') AS added,
      count(*) FILTER (WHERE change = 'removed') AS removed,
      count(*) FILTER (WHERE change = 'changed') AS changed
    FROM changes`.execute(db);
  return rows[0] ?? { items: [], added: 0, removed: 0, changed: 0 };
}

/** `content` identifies the bytes of a file. @param from position in the path at which the returned path starts */
export const filesSql = (key: string, from: RawBuilder<unknown> = sql`1`): RawBuilder<unknown> => sql`
  SELECT substr(path, ${from}) AS path, row_number() OVER (PARTITION BY path COLLATE "C" ORDER BY index) AS nth,
    size, sha256, language, is_text, coalesce(sha256, size || ' ' || (place ->> 'crc32')) AS content
  FROM manifest_files WHERE object_key = ${key}`;

export const JOINED_FILES: RawBuilder<unknown> = sql`
  SELECT path, nth,
    CASE WHEN before.content IS NULL THEN 'added' WHEN now.content IS NULL THEN 'removed'
      WHEN now.content = before.content THEN 'unchanged' ELSE 'changed' END AS change,
    now.size AS size, before.size AS size_before, now.sha256 AS sha256, before.sha256 AS sha256_before,
    coalesce(now.language, before.language) AS language,
    coalesce(now.is_text, true) AND coalesce(before.is_text, true) AS is_text
  FROM now FULL JOIN before USING (path, nth)`;
