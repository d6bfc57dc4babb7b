import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { consistencyPath, type Hash, isConsistent } from './merkle.ts';
import type { NoteVerifier } from './note.ts';
import { hashFromTiles, tileHashes, tilePath, tilesFor } from './tiles.ts';

/** The log is not append-only. `notes`: two signed checkpoints that contradict each other, as evidence. */
export class LogInconsistency extends Error {
  readonly notes: readonly [string, string];

  constructor(message: string, notes: readonly [string, string]) {
    super(message);
    this.notes = notes;
  }
}

/** Reads a file of a log by its path, such as `tile/0/000.p/5`. */
export type ReadLog = (path: string) => Promise<Buffer>;

/**
 * Checks that a log's newest checkpoint extends the previous one. Returns the newest note and its checkpoint.
 * @param before note of the previous run; undefined on the first run, which compares nothing
 * @throws LogInconsistency when the two notes contradict each other
 * @throws RangeError when the note is not a checkpoint of this log, or the tiles do not match it
 */
export async function checkLogConsistency(
  read: ReadLog,
  key: NoteVerifier,
  before: string | undefined,
): Promise<Checkpoint & { note: string }> {
  const note = (await read('checkpoint')).toString();
  const now = openCheckpoint(note, key);
  if (before === undefined) return { ...now, note };
  const previous = openCheckpoint(before, key);
  if (now.size < previous.size)
    throw new LogInconsistency(`shrunk from ${previous.size} to ${now.size}`, [before, note]);
  if (now.size === previous.size && !now.root.equals(previous.root))
    throw new LogInconsistency(`two trees of ${now.size}`, [before, note]);
  if (
    now.size > previous.size &&
    !isConsistent(previous, now, await pathBetween(read, previous.size, now.size))
  )
    throw new LogInconsistency(`the tree of ${now.size} does not continue that of ${previous.size}`, [
      before,
      note,
    ]);
  return { ...now, note };
}

/** Computes the consistency proof between two tree sizes from the log's tiles. */
async function pathBetween(read: ReadLog, before: number, size: number): Promise<Hash[]> {
  const ranges = consistencyPath(before, size);
  const tiles = new Map<string, Hash[]>();
  for (const tile of tilesFor(ranges, size))
    tiles.set(`${tile.level}/${tile.index}`, tileHashes(await read(tilePath(tile))));
  return ranges.map((range) => hashFromTiles(range, (level, index) => tiles.get(`${level}/${index}`) ?? []));
}
