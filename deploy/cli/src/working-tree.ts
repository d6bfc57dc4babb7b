import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';

/** A file that Git knows at a commit. */
export type Tracked = {
  /** As Git has it, byte for byte; from the folder that is registered. */
  path: Buffer;
  /** Octal, such as 100644. */
  mode: string;
  blob: string;
};

const LINK = '120000';
/** Larger than anything that is registered, bytes: not read. */
const MOST = 512 * 1024 * 1024;

/**
 * How many of these files are not in the folder as the commit has them. Read here and not by Git, which would run the filters
 * that the repository names. What differs by line ends alone, or is the file behind a pointer of Git LFS, is the same; of
 * other filters nothing is known, and their files count.
 */
export const changedIn = (folder: string, files: readonly Tracked[]): number =>
  files.filter((file) => !isAsCommitted(folder, file)).length;

/** True where the folder has a file or a link of that path. */
export const isFileIn = (folder: string, path: Buffer): boolean =>
  lstatSync(placeIn(folder, path), { throwIfNoEntry: false }) !== undefined;

const placeIn = (folder: string, path: Buffer): Buffer => Buffer.concat([Buffer.from(`${folder}/`), path]);

function isAsCommitted(folder: string, { path, mode, blob }: Tracked): boolean {
  const content = contentAt(placeIn(folder, path), mode === LINK);
  if (content === undefined) return false;
  const is = (bytes: Buffer): boolean => idOf(bytes, blob.length) === blob;
  if (is(content)) return true;
  if (mode === LINK) return false;
  return is(withPlainEnds(content)) || is(pointerTo(content));
}

/** A file's bytes, or where a link leads to; undefined where there is no such thing. */
function contentAt(path: Buffer, isLink: boolean): Buffer | undefined {
  try {
    const found = lstatSync(path);
    if (isLink) return found.isSymbolicLink() ? readlinkSync(path, 'buffer') : undefined;
    return found.isFile() && found.size <= MOST ? readFileSync(path) : undefined;
  } catch {
    return undefined;
  }
}

/** The name Git gives to a blob: SHA-1, or SHA-256 in repositories of that format. */
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
