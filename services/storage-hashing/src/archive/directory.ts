import { AppError } from '@g2/terms/errors';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { CodePage } from './code-pages.ts';
import { type End, readEnd, refuseTwo } from './end.ts';
import { type Kind, kindOf } from './kinds.ts';
import type { Limits } from './limits.ts';
import { type Name, nameOf, readGuessed } from './names.ts';
import { WindowReader } from './reader.ts';
import { damaged, wrongSize } from './refusals.ts';
import type { Windows } from './source.ts';
import { takingTurns } from './turns.ts';

/** Where an entry lies and what it holds, by the central directory: enough to read it again. */
export type Place = {
  /** Of its local header in the file, bytes. */
  at: number;
  /** Bytes as they lie there. */
  packed: number;
  /** Bytes unpacked. */
  size: number;
  /** 0 stored, 8 deflated (APPNOTE 4.4.5). */
  method: number;
  crc32: number;
};

export type Listed = Name & {
  place: Place;
  kind: Kind;
  /** The name's bytes, a character for each. */
  raw: string;
};

export type Directory = {
  /** In the order they lie in. */
  entries: Listed[];
  /** Where the central directory begins. */
  directoryAt: number;
};

/** A directory is not larger than this, bytes: 100,000 entries of 335, more than twice what is usual. */
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024;
/** Of a local file header without its name (APPNOTE 4.3.7): the least that lies before an entry's bytes. */
export const LOCAL_HEADER = 30;
/** Of an entry of the directory without name, extra field and comment (APPNOTE 4.3.12). */
const CENTRAL_HEADER = 46;
/** General purpose bits 0, 6 and 13: encrypted, strongly so, and so that the headers are masked (APPNOTE 4.4.4). */
export const ENCRYPTED = 0x2041;

/**
 * Reads which files a ZIP says it has; none of their bytes.
 * @param codePage as of an inspection (inspect.ts)
 * @throws AppError file-empty, not-a-zip, zip-empty, zip-damaged, zip-encrypted, zip-overlap, zip-too-many-files,
 * zip-bomb; what the store fails with; the signal's reason
 */
export async function readDirectory(
  file: Windows,
  limits: Limits,
  signal: AbortSignal,
  codePage?: CodePage,
): Promise<Directory> {
  const end = await readEnd(file);
  if (end.entries > limits.entries || end.directorySize > MAX_DIRECTORY_BYTES) throw tooMany();
  const entries: Listed[] = [];
  const turn = takingTurns(signal);
  for await (const entry of walk(file, end)) {
    if (entries.length === limits.entries) throw tooMany();
    entries.push(listed(entry, end));
    await turn();
  }
  if (end.entries !== (end.isZip64 ? entries.length : entries.length % 0x10000)) throw damaged();
  await readGuessed(entries, codePage, turn);
  entries.sort((a, b) => a.place.at - b.place.at);
  refuseOverlap(entries, end.directoryAt, file.size);
  const unpacked = entries.reduce((sum, { place }) => sum + place.size, 0);
  if (unpacked > limits.unpacked) throw new AppError('zip-bomb');
  await refuseTwo(file, entries[0]?.place.at ?? 0);
  if (entries.every(({ kind }) => kind === 'folder')) throw new AppError('zip-empty');
  return { entries, directoryAt: end.directoryAt };
}

const tooMany = () => new AppError('zip-too-many-files');

/**
 * The directory's entries, up to its end: the count beside it may lie, and macOS counts modulo 65,536.
 * @throws AppError zip-damaged, zip-encrypted; what the store fails with
 */
async function* walk(file: Windows, { directorySize, shift }: End): AsyncGenerator<Entry> {
  const reader = new WindowReader(file, shift);
  try {
    const zip: ZipFile = await fromRandomAccessReaderPromise(reader, file.size - shift, {
      decodeStrings: false,
      validateEntrySizes: false,
    });
    zip.entryCount = Number.POSITIVE_INFINITY;
    let left = directorySize;
    for await (const entry of zip.eachEntry()) {
      left -= CENTRAL_HEADER + entry.fileNameLength + entry.extraFieldLength + entry.fileCommentLength;
      yield entry;
      if (left <= 0) break;
    }
    if (left < 0) throw damaged();
  } catch (error) {
    throw refusalOf(error, reader.fault);
  }
}

function refusalOf(error: unknown, fault: unknown): unknown {
  if (fault !== undefined) return fault;
  if (error instanceof AppError) return error;
  // The library's own refusal, of which its text is all that tells (yauzl 3.4).
  const isStrong = error instanceof Error && error.message.startsWith('strong encryption');
  return isStrong ? new AppError('zip-encrypted') : damaged(undefined, error);
}

function listed(entry: Entry, { shift }: End): Listed {
  const { generalPurposeBitFlag: flags, compressedSize: packed, uncompressedSize: size } = entry;
  if ((flags & ENCRYPTED) !== 0) throw new AppError('zip-encrypted');
  const name = nameOf({ flags, raw: entry.fileNameRaw, extras: entry.extraFields });
  const raw = entry.fileNameRaw.toString('latin1');
  if (entry.compressionMethod === 0 && packed !== size) throw wrongSize(name.path);
  return {
    ...name,
    kind: kindOf(entry, name.isFolder),
    raw: raw === name.path ? name.path : raw,
    place: {
      at: shift + entry.relativeOffsetOfLocalHeader,
      packed,
      size,
      method: entry.compressionMethod,
      crc32: entry.crc32,
    },
  };
}

/**
 * Refuses entries that share bytes, as no honest ZIP's do: a small file would unpack to any size. By the least each can
 * take; where its data really begins is seen when it is read.
 */
function refuseOverlap(entries: readonly Listed[], directoryAt: number, size: number): void {
  let free = 0;
  for (const { place, raw } of entries) {
    const end = place.at + LOCAL_HEADER + raw.length + place.packed;
    if (end > size) throw damaged();
    if (place.at < free || end > directoryAt) throw overlapping();
    free = end;
  }
}

export const overlapping = () => new AppError('zip-overlap');
