import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';

export type Tracked = {
  /** Raw bytes, relative to the registered folder. */
  path: Buffer;
  /** Octal, such as 100644. */
  mode: string;
  blob: string;
};

const LINK = '120000';
/** Larger files are not read, bytes. */
const MOST = 512 * 1024 * 1024;

/**
 * Counts files that differ from the commit. Not by Git, which would run the repository's filters. Line-end differences
 * and Git LFS files behind pointers are equal; files of other filters count as changed.
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

/** File bytes or link target; undefined when missing. */
function contentAt(path: Buffer, isLink: boolean): Buffer | undefined {
  try {
    const found = lstatSync(path);
    if (isLink) return found.isSymbolicLink() ? readlinkSync(path, 'buffer') : undefined;
    return found.isFile() && found.size <= MOST ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** Git blob id: SHA-1, or SHA-256 in repositories of that format. */
const idOf = (bytes: Buffer, length: number): string =>
  createHash(length === 40 ? 'sha1' : 'sha256')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');

const withPlainEnds = (bytes: Buffer): Buffer =>
  bytes.includes('\r\n') ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1') : bytes;

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const pointerTo = (bytes: Buffer): Buffer =>
  Buffer.from(
    `version https://git-lfs.github.com/spec/v1\noid sha256:${createHash('sha256').update(bytes).digest('hex')}\nsize ${bytes.length}\n`,
  );
