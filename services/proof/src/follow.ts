import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { consistencyPath, continues, type Hash } from './merkle.ts';
import type { NoteVerifier } from './note.ts';
import { hashFromTiles, tileHashes, tilePath, tilesFor } from './tiles.ts';

/** What a log published that no honest log does. `both` are the notes that prove it, each signed by the log. */
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
 * Looks whether a log's newest checkpoint continues the one seen before.
 * @param before the note seen last; undefined at the first time, when there is nothing to compare
 * @returns the newest note and what it says
 * @throws Misbehaviour where two notes contradict each other; RangeError for what is no checkpoint of this log, or tiles that
 * do not bear it out
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

/** The hashes that show that one tree continues another, from tiles. */
async function pathBetween(read: ReadLog, before: number, size: number): Promise<Hash[]> {
  const ranges = consistencyPath(before, size);
  const tiles = new Map<string, Hash[]>();
  for (const tile of tilesFor(ranges, size))
    tiles.set(`${tile.level}/${tile.index}`, tileHashes(await read(tilePath(tile))));
  return ranges.map((range) => hashFromTiles(range, (level, index) => tiles.get(`${level}/${index}`) ?? []));
}
