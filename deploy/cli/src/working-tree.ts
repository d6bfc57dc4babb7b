import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';

export type Tracked = {
  /** Path relative to the registered folder, as raw bytes. */
  path: Buffer;
  /** Git file mode in octal, such as 100644. */
  mode: string;
  blob: string;
};

const LINK = '120000';
/** Largest file that is read, bytes. A larger file counts as changed. */
const MOST = 512 * 1024 * 1024;

/**
 * Counts files that differ from the commit. Does not use `git status`, which would run programs that the
 * untrusted repository names as filters. Changed line endings and Git LFS files are recognised as unchanged;
 * files converted by other filters count as changed.
 */
export const changedIn = (folder: string, files: readonly Tracked[]): number =>
  files.filter((file) => !isAsCommitted(folder, file)).length;

export const isFileIn = (folder: string, path: Buffer): boolean =>
  lstatSync(pathIn(folder, path), { throwIfNoEntry: false }) !== undefined;

const pathIn = (folder: string, path: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), path]);

function isAsCommitted(folder: string, { path, mode, blob }: Tracked): boolean {
  const content = contentAt(pathIn(folder, path), mode === LINK);
  if (content === undefined) return false;
  const matchesBlob = (bytes: Buffer): boolean => idOf(bytes, blob.length) === blob;
  if (matchesBlob(content)) return true;
  if (mode === LINK) return false;
  return matchesBlob(withPlainEnds(content)) || matchesBlob(pointerTo(content));
}

/** Bytes of a file, or target of a symbolic link. Undefined when it is missing, too large or not of this kind. */
function contentAt(path: Buffer, isLink: boolean): Buffer | undefined {
  try {
    const found = lstatSync(path);
    if (isLink) return found.isSymbolicLink() ? readlinkSync(path, 'buffer') : undefined;
    return found.isFile() && found.size <= MOST ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Git object id of file content. `length` 40 means SHA-1, otherwise SHA-256. */
const idOf = (bytes: Buffer, length: number): string =>
  createHash(length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');

const withPlainEnds = (bytes: Buffer): Buffer =>
  bytes.includes('\r\n') ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes;

/** Pointer file of Git LFS: https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const pointerTo = (bytes: Buffer): Buffer =>
  Buffer.from(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(bytes).digest('hex')}\nsize ${bytes.length}\n`,
  );
