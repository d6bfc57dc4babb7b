import type { Entry } from 'yauzl';

export type Kind = 'file' | 'folder' | 'link' | 'special';

/** Host systems with a Unix mode in the upper half of the external attributes (APPNOTE 4.4.2): Unix, macOS. */
const HOSTS_WITH_MODE = new Set([3, 19]);
const FILE_TYPE_MASK = 0o170000;
const KINDS = new Map<number, Kind>([
  [0o040000, 'folder'],
  [0o120000, 'link'],
  [0o100000, 'file'],
  [0, 'file'],
]);
/** An empty deflate stream has two bytes. */
const EMPTY_DEFLATE_BYTES = 2;

/** A folder with content counts as a file, so that no bytes are skipped. */
export function kindOf(entry: Entry, isNamedFolder: boolean): Kind {
  const hasMode = HOSTS_WITH_MODE.has(entry.versionMadeBy >>> 8);
  const kind = hasMode
    ? (KINDS.get((entry.externalFileAttributes >>> 16) & FILE_TYPE_MASK) ?? 'special')
    : 'file';
  const isEmpty = entry.uncompressedSize === 0 && entry.compressedSize <= EMPTY_DEFLATE_BYTES;
  if (kind === 'folder' || isNamedFolder) return isEmpty ? 'folder' : 'file';
  return kind;
}
