import { isUtf8 } from 'node:buffer';
import { AppError } from '@g2/terms/errors';
import { MAX_PATH_BYTES } from '@g2/terms/limits';
import { type ExtraField, getFileNameLowLevel } from 'yauzl';
import { type CodePage, codePageOf, decodeAs } from './code-pages.ts';

export type EntryName = {
  /** Relative path with slashes, on one line, in logical reading order; never empty. */
  path: string;
  /** True when `path` differs from the name in the archive. */
  changed: boolean;
  /** True when the encoding is guessed, since the archive does not declare it. */
  guessed: boolean;
  isFolder: boolean;
};

/** General purpose bit 11: the name is UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800;

type RawName = { flags: number; raw: Buffer; extras: ExtraField[] };

/**
 * Decodes a name by Info-ZIP's Unicode field, else as UTF-8 if flagged or valid (macOS sets no flag), else by
 * `page`. APPNOTE D.1 says code page 437, but that lacks the ã and õ of 850.
 */
export function nameOf({ flags, raw, extras }: RawName, page: CodePage = 'cp850'): EntryName {
  const unicode = getFileNameLowLevel(flags | UTF8_FLAG, raw, extras, true);
  const isDeclared = (flags & UTF8_FLAG) !== 0 || unicode !== raw.toString();
  const isLegacy = !isDeclared && !isUtf8(raw);
  const name = isLegacy ? decodeAs(page, raw) : unicode;
  const path = safePath(name);
  const isFolder = /[\\/]$/.test(name);
  return {
    path,
    changed: path !== (isFolder ? name.slice(0, -1) : name) || path.includes('\ufffd'),
    guessed: isLegacy,
    isFolder,
  };
}

/** `raw`: bytes of the name, decoded as latin1. */
type NameWithBytes = EntryName & { raw: string };

/** Maximum number of names used to guess the code page. */
const MAX_SAMPLE_NAMES = 1_000;
const bytesOf = ({ raw }: NameWithBytes): Buffer => Buffer.from(raw, 'latin1');

/** Uses one code page, since one program wrote all names. @param page guessed from the names when absent */
export async function decodeGuessedNames(
  names: readonly NameWithBytes[],
  page: CodePage | undefined,
  turn: () => Promise<unknown>,
): Promise<void> {
  const guessed = names.filter((name) => name.guessed);
  const found = page ?? codePageOf(guessed.slice(0, MAX_SAMPLE_NAMES).map(bytesOf));
  if (found === 'cp850') return;
  for (const name of guessed) {
    Object.assign(name, nameOf({ flags: 0, raw: bytesOf(name), extras: [] }, found));
    await turn();
  }
}

/** Line breaks and bidirectional controls could make a name look like another. */
const UNSAFE_CHARACTERS = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Visible replacement of an unsafe character: control picture (U+2400…) or U+FFFD. */
const visibleForm = (char: string): string => {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
};

/** Relative path without drive, root, `..` and backslash. */
function safePath(name: string): string {
  const parts = name
    .replaceAll('\\', '/')
    .replace(/^[A-Za-z]:/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.join('/').replace(UNSAFE_CHARACTERS, visibleForm) || '_';
}

/** Refuses overlong paths of new uploads; stored deposits stay valid. @throws AppError zip-path-too-long */
export function assertPathLengths(names: Iterable<Pick<EntryName, 'path'>>): void {
  for (const { path } of names) {
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw new AppError('zip-path-too-long');
  }
}

/** Paths with equal results are the same file on Windows and macOS. */
export const caseFoldedPath = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '');
