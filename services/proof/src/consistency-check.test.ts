import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { signCheckpoint } from './checkpoint.ts';
import { checkLogConsistency, LogInconsistency, type ReadLog } from './consistency-check.ts';
import { leafHash, rootOf } from './merkle.ts';
import { parseVerifierKey, verifierKey } from './note.ts';
import { appendLeaves, type Row, tilePath, tilesOf } from './tiles.ts';

const signer = { name: 'registro.example/log', privateKey: generateKeyPairSync('ed25519').privateKey };
const key = parseVerifierKey(verifierKey(signer));
const leaves = (count: number, salt = '') =>
  Array.from({ length: count }, (_, at) => leafHash(Buffer.from(`${salt}${at}`)));

const noteOf = (of: readonly Uint8Array[]) =>
  signCheckpoint({ origin: signer.name, size: of.length, root: Buffer.from(rootOf(of)) }, signer);

/** Serves a log from memory. */
function serving(of: readonly Uint8Array[]): ReadLog {
  const rows = new Map<string, Row>(appendLeaves(0, [], of).map((row) => [`${row.level}/${row.index}`, row]));
  const files = new Map<string, Buffer>([['checkpoint', Buffer.from(noteOf(of))]]);
  for (const tile of tilesOf(of.length)) {
    const hashes = rows.get(`${tile.level}/${tile.index}`)?.hashes ?? [];
    files.set(tilePath(tile), Buffer.concat(hashes.slice(0, tile.width)));
  }
  return async (path) => {
    const file = files.get(path);
    if (!file) throw new Error(`no ${path}`);
    return file;
  };
}

it('accepts a log that only appends entries, for any growth', async () => {
  const all = leaves(66_000);
  let note: string | undefined;
  for (const size of [1, 2, 255, 256, 257, 700, 700, 66_000]) {
    const seen = await checkLogConsistency(serving(all.slice(0, size)), key, note);
    expect(seen.size).toBe(size);
    ({ note } = seen);
  }
});

it.each([
  ['two trees of one size', leaves(300), leaves(300, 'x'), /two trees of 300/],
  ['a log that shrank', leaves(300), leaves(299), /shrunk from 300 to 299/],
  ['one that grew from another past', leaves(300), [...leaves(299), ...leaves(2, 'x')], /does not continue/],
])('reports %s with the two signed checkpoints', async (_, then, now, message) => {
  const before = noteOf(then);
  const seen = await checkLogConsistency(serving(now), key, before).catch((error: unknown) => error);
  expect(seen).toBeInstanceOf(LogInconsistency);
  expect((seen as LogInconsistency).message).toMatch(message);
  expect((seen as LogInconsistency).notes).toEqual([before, noteOf(now)]);
});

it('refuses the checkpoint of another log', async () => {
  const other = { ...signer, privateKey: generateKeyPairSync('ed25519').privateKey };
  await expect(
    checkLogConsistency(serving(leaves(3)), parseVerifierKey(verifierKey(other)), undefined),
  ).rejects.toThrow(RangeError);
});
