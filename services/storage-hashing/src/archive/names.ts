import { isUtf8 } from 'node:buffer';
import { AppError } from '@g2/terms/errors';
import { MAX_PATH_BYTES } from '@g2/terms/limits';
import { type ExtraField, getFileNameLowLevel } from 'yauzl';
import { type CodePage, codePageOf, decodeAs } from './code-pages.ts';

/** A name as it is shown, listed and hashed. */
export type Name = {
  /** With slashes, within the archive, on one line, in its order of reading; never empty. */
  path: string;
  /** True when the archive's own name is another. */
  changed: boolean;
  /** True when nothing says which letters its bytes are. */
  guessed: boolean;
  /** True when it ends as folders do. */
  isFolder: boolean;
};

/** General purpose bit 11: the name is UTF-8 (APPNOTE 4.4.4). */
const UTF8_FLAG = 0x800;

type RawName = { flags: number; raw: Buffer; extras: ExtraField[] };

/**
 * Reads an entry's name and makes it safe to show. Its encoding: Info-ZIP's Unicode field, then the UTF-8 flag; without
 * both, UTF-8 where the bytes are such (macOS sets no flag), else this code page: APPNOTE D.1 says 437, which has the ç, á,
 * é and ê of 850, and lines and Greek where 850 has ã and õ.
 */
export function nameOf({ flags, raw, extras }: RawName, page: CodePage = 'cp850'): Name {
  const unicode = getFileNameLowLevel(flags | UTF8_FLAG, raw, extras, true);
  const isSaid = (flags & UTF8_FLAG) !== 0 || unicode !== raw.toString();
  const isLegacy = !isSaid && !isUtf8(raw);
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

/** A name with its bytes, a character for each. */
type WithBytes = Name & { raw: string };

/** Names that the guess is made by: of many, the first. */
const SAMPLE = 1_000;
const bytesOf = ({ raw }: WithBytes): Buffer => Buffer.from(raw, 'latin1');

/**
 * Reads the names again of which nothing says what they are written in: one program wrote them all.
 * @param page by what they are read; guessed by all of them when absent
 * @param turn lets others have theirs
 */
export async function readGuessed(
  names: readonly WithBytes[],
  page: CodePage | undefined,
  turn: () => Promise<unknown>,
): Promise<void> {
  const guessed = names.filter((name) => name.guessed);
  const found = page ?? codePageOf(guessed.slice(0, SAMPLE).map(bytesOf));
  if (found === 'cp850') return;
  for (const name of guessed) {
    Object.assign(name, nameOf({ flags: 0, raw: bytesOf(name), extras: [] }, found));
    await turn();
  }
}

/** What breaks a line or turns the order of reading round: a name could pass for another. */
const UNSEEN = /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The picture of a control character, or the sign for one that cannot be shown. */
const pictureOf = (char: string): string => {
  const code = char.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\ufffd';
};

/** Within the archive, whatever it says: no drive, no root, no way up, no backslash, nothing unseen. */
function safePath(name: string): string {
  const parts = name
    .replaceAll('\\', '/')
    .replace(/^[A-Za-z]:/, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.join('/').replace(UNSEEN, pictureOf) || '_';
}

/**
 * Only what comes in is held to it: a deposit that is here stays one.
 * @throws AppError zip-path-too-long
 */
export function refuseLongPaths(names: Iterable<Pick<Name, 'path'>>): void {
  for (const { path } of names) {
    if (Buffer.byteLength(path) > MAX_PATH_BYTES) throw new AppError('zip-path-too-long');
  }
}

/** Two paths of one key are one file on Windows and macOS. */
export const foldedPath = (path: string): string =>
  path
    .normalize('NFC')
    .toLowerCase()
    .replace(/\p{Cf}/gu, '');
