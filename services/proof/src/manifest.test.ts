import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import {
  inManifestOrder,
  isContentOf,
  isFileProven,
  type ManifestFile,
  manifestLine,
  manifestRoot,
  manifestText,
  proveFile,
} from './manifest.ts';
import { leafHash, rootOf } from './merkle.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const fileOf = (path: string): ManifestFile => ({ path, sha256: sha256(path) });

it('writes a manifest that sha256sum accepts for any file name', () => {
  const folder = mkdtempSync(join(tmpdir(), 'g2-manifest-'));
  try {
    const paths = [
      'a b.ts',
      'ação/株式.ts',
      'back\\slash.ts',
      'line\nbreak.ts',
      '\\',
      ' x',
      '*star',
      'a\\nb',
    ];
    for (const path of paths) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), path);
    }
    writeFileSync(join(folder, 'SUMS'), manifestText(paths.map(fileOf)));
    execFileSync('sha256sum', ['--check', '--strict', 'SUMS'], { cwd: folder });
    const written = execFileSync('sha256sum', ['back\\slash.ts', 'line\nbreak.ts', 'a b.ts'], {
      cwd: folder,
    });
    const ours = ['back\\slash.ts', 'line\nbreak.ts', 'a b.ts'].map((path) => manifestLine(fileOf(path)));
    expect(ours.join('')).toBe(written.toString());
  } finally {
    rmSync(folder, { recursive: true });
  }
});

it('sorts files by the bytes of their paths, then by hash', () => {
  const paths = ['b', 'a/b', 'a', 'a.b', 'Z', '\u{1f99c}', '\uffee', 'ç'];
  const sorted = inManifestOrder(paths.map(fileOf)).map(({ path }) => path);
  expect(sorted).toEqual(['Z', 'a', 'a.b', 'a/b', 'b', 'ç', '\uffee', '\u{1f99c}']);
  const twins = [
    { path: 'a', sha256: 'ff'.repeat(32) },
    { path: 'a', sha256: '00'.repeat(32) },
  ];
  expect(inManifestOrder(twins)).toEqual(twins.toReversed());
});

it('computes the Merkle root over the lines of the manifest', () => {
  const files = ['b', 'a', 'c'].map(fileOf);
  const lines = manifestText(files).split(/(?<=\n)/);
  expect(lines).toHaveLength(3);
  const root = rootOf(lines.map((line) => leafHash(Buffer.from(line))));
  expect(manifestRoot(files)).toBe(Buffer.from(root).toString('hex'));
  // Computed independently in Python from the description in services/storage-hashing/README.md.
  expect(manifestRoot(files)).toBe('8d00bb90984fa6ee6de31b3bffb13cc18e2a471c187cbc5a637dd37ef7f20dcc');
});

const paths = fc.uniqueArray(fc.string({ unit: 'grapheme', minLength: 1 }), { minLength: 1, maxLength: 40 });

it('proves each file and refuses its proof for another path, hash, root or index', () => {
  fc.assert(
    fc.property(paths, fc.nat(), (drawn, pick) => {
      const files = drawn.map(fileOf);
      const path = drawn[pick % drawn.length] ?? '';
      const proof = proveFile(files, path);
      expect(isFileProven(proof)).toBe(true);
      expect(proof.root).toBe(manifestRoot(files));
      expect(isContentOf(proof, Buffer.from(path))).toBe(true);
      expect(isContentOf(proof, Buffer.from(`${path} `))).toBe(false);
      expect(isFileProven({ ...proof, path: `${path}x` })).toBe(false);
      expect(isFileProven({ ...proof, sha256: sha256(`${path}x`) })).toBe(false);
      expect(isFileProven({ ...proof, root: sha256('root') })).toBe(false);
      expect(isFileProven({ ...proof, proof: [...proof.proof, sha256('more')] })).toBe(false);
      expect(isFileProven({ ...proof, index: proof.files })).toBe(false);
    }),
  );
});

it('refuses a proof with a malformed hash or index', () => {
  const proof = proveFile(['a', 'b', 'c'].map(fileOf), 'b');
  expect(isFileProven({ ...proof, sha256: proof.sha256.toUpperCase() })).toBe(false);
  expect(isFileProven({ ...proof, proof: proof.proof.map((hash) => `${hash} `) })).toBe(false);
  for (const index of [-1, 0.5, Number.NaN, 0]) expect(isFileProven({ ...proof, index })).toBe(false);
  expect(() => proveFile([fileOf('a')], 'b')).toThrow(RangeError);
});
