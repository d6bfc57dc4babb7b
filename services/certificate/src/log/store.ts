import { type Checkpoint, signCheckpoint } from '@g2/proof/checkpoint';
import { type Hash, inclusionPath, leafHash, type Range } from '@g2/proof/merkle';
import {
  appendLeaves,
  hashFromTiles,
  type Row,
  rightEdgeTiles,
  TILE_WIDTH,
  tileHashes,
  tilesFor,
} from '@g2/proof/tiles';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import type { Database, Tx } from '../store/database.ts';
import type { LogKey } from './key.ts';

const BATCH = 4_096;
/** `cosignatures` are the signature lines of witnesses. */
export type StoredCheckpoint = { size: number; root: Buffer; note: string; cosignatures: string[] };

/** Undefined for an empty log. */
export const newestCheckpoint = (db: Kysely<DB>): Promise<StoredCheckpoint | undefined> =>
  db
    .selectFrom('logCheckpoints')
    .select(['size', 'root', 'note', 'cosignatures'])
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Newest of the checkpoints with most cosignatures. One index lookup per cosignature count: scanning is too slow. */
export async function checkpointOver(db: Kysely<DB>, index: number): Promise<StoredCheckpoint | undefined> {
  const { rows } = await sql<StoredCheckpoint>`
    SELECT found.* FROM
      generate_series((SELECT max(cardinality(cosignatures)) FROM log_checkpoints), 0, -1) AS witnesses,
      LATERAL (
        SELECT size, root, note, cosignatures FROM log_checkpoints
        WHERE (cardinality(cosignatures), size) > (witnesses, ${index}::bigint)
          AND (cardinality(cosignatures), size) < (witnesses + 1, 0)
        ORDER BY cardinality(cosignatures) DESC, size DESC LIMIT 1
      ) AS found
    ORDER BY witnesses DESC LIMIT 1`.execute(db);
  return rows[0];
}

/**
 * Appends waiting entries and signs the new tree. Returns the number of entries: 0 when none wait or another
 * replica appends. The genesis entry gives every inclusion proof at least one sibling hash.
 * @throws Error when the log was begun under another name
 */
export const appendToLog = (db: Database, key: LogKey, now: Date): Promise<number> =>
  db.tx(async (tx) => {
    if (!(await tryLogLock(tx))) return 0;
    const before = await newestCheckpoint(tx);
    if (before && !before.note.startsWith(`${key.name}\n`))
      throw new Error(`the log was begun under another name than ${key.name}`);
    const waiting = await tx
      .selectFrom('evidence')
      .select(['seq', 'commitment'])
      .where('logIndex', 'is', null)
      .orderBy('seq')
      .limit(BATCH)
      .execute();
    const size = before?.size ?? 0;
    const entries = [...(size === 0 ? [key.genesis] : []), ...waiting.map(({ commitment }) => commitment)];
    if (entries.length === 0) return 0;
    const first = size + entries.length - waiting.length;
    await insertEntries(tx, size, entries);
    await placeEvidence(
      tx,
      waiting.map(({ seq }) => seq),
      first,
    );
    const root = await growTree(tx, size, entries.map(leafHash));
    await insertCheckpoint(tx, { origin: key.name, size: size + entries.length, root }, key, now);
    return entries.length;
  });

/** Tries to take the lock that lets one replica append; held until the transaction ends. */
async function tryLogLock(tx: Tx): Promise<boolean> {
  const { rows } = await sql<{ taken: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtext(current_schema() || ':log')) AS taken`.execute(tx);
  return rows[0]?.taken === true;
}

const insertEntries = (tx: Tx, first: number, entries: readonly Buffer[]) =>
  sql`
    INSERT INTO log_entries (index, entry)
    SELECT ${first}::bigint + place - 1, entry FROM unnest(${entries}::bytea[]) WITH ORDINALITY AS t (entry, place)
  `.execute(tx);

const placeEvidence = (tx: Tx, seqs: readonly number[], first: number) =>
  sql`
    UPDATE evidence SET log_index = ${first}::bigint + place - 1
    FROM unnest(${seqs}::bigint[]) WITH ORDINALITY AS t (placed, place) WHERE seq = placed
  `.execute(tx);

async function growTree(tx: Tx, size: number, leaves: readonly Hash[]): Promise<Buffer> {
  const edge = await rowsOf(tx, rightEdgeTiles(size));
  const grown = appendLeaves(size, edge, leaves);
  await sql`
    INSERT INTO log_tiles (level, index, hashes)
    SELECT * FROM unnest(
      ${grown.map(({ level }) => level)}::int[],
      ${grown.map(({ index }) => index)}::bigint[],
      ${grown.map(({ hashes }) => Buffer.concat(hashes))}::bytea[])
    ON CONFLICT (level, index) DO UPDATE SET hashes = excluded.hashes
  `.execute(tx);
  const known = hashesByTile([...edge, ...grown]);
  return Buffer.from(hashFromTiles({ start: 0, end: size + leaves.length }, known));
}

const insertCheckpoint = (tx: Tx, checkpoint: Checkpoint, key: LogKey, now: Date) =>
  tx
    .insertInto('logCheckpoints')
    .values({
      size: checkpoint.size,
      root: checkpoint.root,
      note: signCheckpoint(checkpoint, key),
      cosignatures: [],
      createdAt: now,
    })
    .execute();

type Place = { level: number; index: number };

/** Stored tiles in the order of `tiles`; a missing tile has no hashes. */
async function rowsOf(db: Kysely<DB>, tiles: readonly Place[]): Promise<Row[]> {
  if (tiles.length === 0) return [];
  const found = await db
    .selectFrom('logTiles')
    .select(['level', 'index', 'hashes'])
    .where(
      sql<boolean>`(level, index) IN (SELECT * FROM unnest(
        ${tiles.map(({ level }) => level)}::int[], ${tiles.map(({ index }) => index)}::bigint[]))`,
    )
    .execute();
  const known = hashesByTile(found.map((tile) => ({ ...tile, hashes: tileHashes(tile.hashes) })));
  return tiles.map(({ level, index }) => ({ level, index, hashes: known(level, index) }));
}

function hashesByTile(rows: readonly Row[]): (level: number, index: number) => readonly Hash[] {
  const known = new Map(rows.map((row) => [`${row.level}/${row.index}`, row.hashes]));
  return (level, index) => known.get(`${level}/${index}`) ?? [];
}

/** Hashes of the ranges in a tree of `size` entries, for proofs. */
export async function hashesOf(db: Kysely<DB>, ranges: readonly Range[], size: number): Promise<Hash[]> {
  const known = hashesByTile(await rowsOf(db, tilesFor(ranges, size)));
  return ranges.map((range) => hashFromTiles(range, known));
}

/** Inclusion proof of an entry in the tree of {@link checkpointOver}; undefined without a checkpoint. */
export async function inclusionOf(
  db: Kysely<DB>,
  index: number,
): Promise<{ checkpoint: StoredCheckpoint; path: Hash[] } | undefined> {
  const checkpoint = await checkpointOver(db, index);
  if (!checkpoint) return undefined;
  const { size } = checkpoint;
  return { checkpoint, path: await hashesOf(db, inclusionPath(index, size), size) };
}

/** First `width` hashes of a tile; undefined while the tile has fewer. */
export async function tileBytes(db: Kysely<DB>, place: Place, width: number): Promise<Buffer | undefined> {
  const [row] = await rowsOf(db, [place]);
  const hashes = row?.hashes ?? [];
  return hashes.length < width ? undefined : Buffer.concat(hashes.slice(0, width));
}

/** First `width` entries of an entry bundle; undefined while the bundle has fewer. */
export async function entriesAt(db: Kysely<DB>, index: number, width: number): Promise<Buffer[] | undefined> {
  const first = index * TILE_WIDTH;
  const rows = await db
    .selectFrom('logEntries')
    .select('entry')
    .where('index', '>=', first)
    .where('index', '<', first + width)
    .orderBy('index')
    .execute();
  return rows.length < width ? undefined : rows.map(({ entry }) => entry);
}

/** Last tree size that a witness confirmed; 0 if it never did. */
export async function witnessTreeSize(db: Kysely<DB>, name: string): Promise<number> {
  const row = await db.selectFrom('logWitnesses').select('size').where('name', '=', name).executeTakeFirst();
  return row?.size ?? 0;
}

export const saveCosignature = (
  db: Database,
  { name, size, lines }: { name: string; size: number; lines: readonly string[] },
): Promise<void> =>
  db.tx(async (tx) => {
    await tx
      .insertInto('logWitnesses')
      .values({ name, size })
      .onConflict((on) => on.column('name').doUpdateSet({ size }))
      .execute();
    if (lines.length === 0) return;
    await sql`
      UPDATE log_checkpoints SET cosignatures = cosignatures || ${lines}::text[]
      WHERE size = ${size} AND NOT cosignatures @> ${lines}::text[]
    `.execute(tx);
  });
