import { type Checkpoint, openCheckpoint } from './checkpoint.ts';
import { type Hash, leafHash, rootFromInclusion } from './merkle.ts';
import type { NoteVerifier, VerifiedSignature } from './note.ts';

/** Proves offline that a log contains an entry (c2sp.org/tlog-proof). */
export type TlogProof = { index: number; path: Hash[]; checkpoint: string };

const HEADER = 'c2sp.org/tlog-proof@v1';

export function formatTlogProof({ index, path, checkpoint }: TlogProof): string {
  const hashes = path.map((hash) => `${Buffer.from(hash).toString('base64')}\n`).join('');
  return `${HEADER}\nindex ${index}\n${hashes}\n${checkpoint}`;
}

/** Parses a proof without verifying it. @throws RangeError when it is malformed */
export function parseTlogProof(proof: string): TlogProof {
  const match =
    /^c2sp\.org\/tlog-proof@v1\n(?:extra [A-Za-z0-9+/]*={0,2}\n)?index (0|[1-9]\d{0,15})\n((?:[A-Za-z0-9+/]{43}=\n)*)\n/.exec(
      proof,
    );
  if (!match) throw new RangeError('not a proof of a log');
  const [whole, index, hashes = ''] = match;
  const path = hashes
    .split('\n')
    .slice(0, -1)
    .map((line) => canonical(line));
  return { index: Number(index), path, checkpoint: proof.slice(whole.length) };
}

function canonical(line: string): Buffer {
  const hash = Buffer.from(line, 'base64');
  if (hash.toString('base64') !== line) throw new RangeError('not a proof of a log');
  return hash;
}

/** Verifies that the log contains the entry. `cosigned`: given witnesses' signatures. @throws RangeError if invalid */
export function verifyTlogProof(
  proof: string,
  entry: Uint8Array,
  log: NoteVerifier,
  witnesses: readonly NoteVerifier[] = [],
): Checkpoint & { index: number; cosigned: VerifiedSignature[] } {
  const { index, path, checkpoint } = parseTlogProof(proof);
  const opened = openCheckpoint(checkpoint, log, witnesses);
  const root = rootFromInclusion(leafHash(entry), { index, size: opened.size }, path);
  if (root === undefined || Buffer.compare(root, opened.root) !== 0)
    throw new RangeError('the entry does not stand in the log');
  return { ...opened, index };
}
