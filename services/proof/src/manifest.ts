import { createHash } from 'node:crypto';
import { type Hash, inclusionPath, leafHash, rootFromInclusion, rootOfStream, subtreesOf } from './merkle.ts';

export type ManifestFile = {
  /** Path in the ZIP, separated by slashes. */
  path: string;
  /** SHA-256 of the content, lower-case hex. */
  sha256: string;
};

/** Proves that one file belongs to a deposit, without revealing the other files. */
export type FileProof = ManifestFile & {
  /** Index of the file's line in the manifest, from 0. */
  index: number;
  /** Number of lines in the manifest. */
  files: number;
  /** Sibling hashes from the line up to the root (RFC 9162 §2.1.3), lower-case hex. */
  proof: string[];
  /** Merkle root of the manifest, lower-case hex. */
  root: string;
};

/** GNU `sha256sum` line, UTF-8. If the path has escaped backslashes or line breaks, it begins with a backslash. */
export function manifestLine({ path, sha256 }: ManifestFile): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
}

/** Sorts by the UTF-8 bytes of the path, then by hash. */
export const inManifestOrder = <File extends ManifestFile>(files: readonly File[]): File[] =>
  files.toSorted((a, b) => compareBytes(a.path, b.path) || compareBytes(a.sha256, b.sha256));

/** Compares as UTF-8 bytes do, by code point. JavaScript's string order differs past U+FFFF. */
function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === shorter ? a.length - b.length : sortValue(a.charCodeAt(at)) - sortValue(b.charCodeAt(at));
}

/** Sorts surrogates after all other code units. */
const sortValue = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** The whole manifest, which `sha256sum -c` checks. */
export const manifestText = (files: readonly ManifestFile[]): string =>
  inManifestOrder(files).map(manifestLine).join('');

/** RFC 9162 leaf hash of the file's line. */
const leafOf = (file: ManifestFile): Hash => leafHash(Buffer.from(manifestLine(file)));

function* leavesOf(files: Iterable<ManifestFile>): Generator<Hash> {
  for (const file of files) yield leafOf(file);
}

const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** Merkle root of the manifest's lines (RFC 9162 §2.1.1), lower-case hex. */
export const manifestRoot = (files: readonly ManifestFile[]): string =>
  hexOf(rootOfStream(leavesOf(inManifestOrder(files))));

/** Proves the first file in manifest order with this path. @throws RangeError when no file has it */
export function proveFile(files: readonly ManifestFile[], path: string): FileProof {
  const ordered = inManifestOrder(files);
  const index = ordered.findIndex((file) => file.path === path);
  const file = ordered[index];
  if (file === undefined) throw new RangeError('no such file in the manifest');
  const subtree = subtreesOf([...leavesOf(ordered)]);
  return {
    path,
    sha256: file.sha256,
    index,
    files: ordered.length,
    proof: inclusionPath(index, ordered.length).map((range) => hexOf(subtree(range))),
    root: hexOf(subtree({ start: 0, end: ordered.length })),
  };
}

const HASH = /^[0-9a-f]{64}$/;

/** True when path and hash lead to `root`. The caller checks the root, and the content with {@link isContentOf}. */
export function isFileProven({ path, sha256, index, files, proof, root }: FileProof): boolean {
  if (![sha256, root, ...proof].every((hash) => HASH.test(hash))) return false;
  if (!Number.isSafeInteger(index)) return false;
  const siblings = proof.map((hash) => Buffer.from(hash, 'hex'));
  const found = rootFromInclusion(leafOf({ path, sha256 }), { index, size: files }, siblings);
  return found !== undefined && hexOf(found) === root;
}

export const isContentOf = ({ sha256 }: ManifestFile, content: Uint8Array): boolean =>
  createHash('sha256').update(content).digest('hex') === sha256;
