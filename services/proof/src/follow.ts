import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { consistencyPath, continues, type Hash } from './merkle.ts';
import type { NoteVerifier } from './note.ts';
import { hashFromTiles, tileHashes, tilePath, tilesFor } from './tiles.ts';

/** Proof that a log broke its promise: `both` are two contradicting notes that the log signed. */
export class Misbehaviour extends Error {
  readonly both: readonly [string, string];

  constructor(message: string, both: readonly [string, string]) {
    super(message);
    this.both = both;
  }
}

/** Reads a file of a log by its path, such as `tile/0/000.p/5`. */
export type ReadLog = (path: string) => Promise<Buffer>;

/**
 * Checks that a log's newest checkpoint extends the previous one. Returns the newest note and its checkpoint.
 * @param before previous note; undefined on the first run, which compares nothing
 * @throws Misbehaviour when two notes contradict each other
 * @throws RangeError when the note is not a checkpoint of this log, or the tiles do not match it
 */
export async function follow(
  read: ReadLog,
  key: NoteVerifier,
  before: string | undefined,
): Promise<Checkpoint & { note: string }> {
  const note = (await read('checkpoint')).toString();
  const now = openCheckpoint(note, key);
  if (before === undefined) return { ...now, note };
  const then = openCheckpoint(before, key);
  if (now.size < then.size) throw new Misbehaviour(`shrunk from ${then.size} to ${now.size}`, [before, note]);
  if (now.size === then.size && !now.root.equals(then.root))
    throw new Misbehaviour(`two trees of ${now.size}`, [before, note]);
  if (now.size > then.size && !continues(then, now, await pathBetween(read, then.size, now.size)))
    throw new Misbehaviour(`the tree of ${now.size} does not continue that of ${then.size}`, [before, note]);
  return { ...now, note };
}

/** Reads the consistency proof between two tree sizes from tiles. */
async function pathBetween(read: ReadLog, before: number, size: number): Promise<Hash[]> {
  const ranges = consistencyPath(before, size);
  const tiles = new Map<string, Hash[]>();
  for (const tile of tilesFor(ranges, size))
    tiles.set(`${tile.level}/${tile.index}`, tileHashes(await read(tilePath(tile))));
  return ranges.map((range) => hashFromTiles(range, (level, index) => tiles.get(`${level}/${index}`) ?? []));
}
