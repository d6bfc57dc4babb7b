import { createHash } from 'node:crypto';
import { type Hash, inclusionPath, leafHash, rootFromInclusion, rootOfEach, subtreesOf } from './merkle.ts';

/** One file of a deposit. */
export type ManifestFile = {
  /** With slashes. */
  path: string;
  /** Of its content, lower-case hex. */
  sha256: string;
};

/** Shows that one file is of a deposit, and nothing of the others. */
export type FileProof = ManifestFile & {
  /** The line's place in the manifest, from 0. */
  index: number;
  /** Lines of the manifest. */
  files: number;
  /** Hashes beside the way from the line up to the root (RFC 9162 §2.1.3), lower-case hex. */
  proof: string[];
  /** Of the manifest, lower-case hex. */
  root: string;
};

/**
 * A file's line in the manifest, as GNU `sha256sum` writes it: hash, two spaces, path, line feed, in UTF-8. A path with a
 * backslash or a break of line has it escaped, and the line then begins with a backslash.
 */
export function manifestLine({ path, sha256 }: ManifestFile): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${sha256}  ${escaped}\n`;
}

/** In the manifest's order: by the bytes of the path in UTF-8; one path twice, by the hash. */
export const inManifestOrder = <File extends ManifestFile>(files: readonly File[]): File[] =>
  files.toSorted((a, b) => compareBytes(a.path, b.path) || compareBytes(a.sha256, b.sha256));

/** As the bytes in UTF-8 compare: as code points do, and so unlike JavaScript's own order past U+FFFF. */
function compareBytes(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  let at = 0;
  while (at < shorter && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at === shorter ? a.length - b.length : weight(a.charCodeAt(at)) - weight(b.charCodeAt(at));
}

/** Halves of what is past U+FFFF come after all that is not. */
const weight = (unit: number): number => (unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit);

/** The whole manifest, a file that `sha256sum -c` checks. */
export const manifestText = (files: readonly ManifestFile[]): string =>
  inManifestOrder(files).map(manifestLine).join('');

/** What stands in the tree for a file: RFC 9162's hash of its line. */
const leafOf = (file: ManifestFile): Hash => leafHash(Buffer.from(manifestLine(file)));

function* leavesOf(files: Iterable<ManifestFile>): Generator<Hash> {
  for (const file of files) yield leafOf(file);
}

const hexOf = (hash: Uint8Array): string => Buffer.from(hash).toString('hex');

/** The Merkle root of the manifest's lines (RFC 9162 §2.1.1), lower-case hex. */
export const manifestRoot = (files: readonly ManifestFile[]): string =>
  hexOf(rootOfEach(leavesOf(inManifestOrder(files))));

/**
 * Proves one file of a deposit.
 * @param files all of them, in any order
 * @throws RangeError when none has this path; of several, the first in the manifest is proven
 */
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

/**
 * True when the proof leads from its path and hash to its root. Whether that root is a deposit's, and `content` the file's,
 * is for the caller to know: see {@link isContentOf}.
 */
export function isFileProven({ path, sha256, index, files, proof, root }: FileProof): boolean {
  if (![sha256, root, ...proof].every((hash) => HASH.test(hash))) return false;
  if (!Number.isSafeInteger(index)) return false;
  const siblings = proof.map((hash) => Buffer.from(hash, 'hex'));
  const found = rootFromInclusion(leafOf({ path, sha256 }), { index, size: files }, siblings);
  return found !== undefined && hexOf(found) === root;
}

/** True when these bytes are the proven file's. */
export const isContentOf = ({ sha256 }: ManifestFile, content: Uint8Array): boolean =>
  createHash('sha256').update(content).digest('hex') === sha256;
