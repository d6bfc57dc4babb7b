import { AppError } from '@g2/terms/errors';
import { type Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { CodePage } from './code-pages.ts';
import { createYield } from './cooperative-yield.ts';
import { type EndOfDirectory, readEnd, refuseTwo } from './end-of-directory.ts';
import { type Kind, kindOf } from './kinds.ts';
import type { Limits } from './limits.ts';
import { decodeGuessedNames, type EntryName, nameOf } from './names.ts';
import { YauzlReader } from './reader.ts';
import { damagedError, wrongSizeError } from './refusals.ts';
import type { WindowedReader } from './windowed-reader.ts';

export type EntryLocation = {
  /** Offset of the entry's local header in the ZIP, bytes. */
  at: number;
  /** Packed size, bytes. */
  packed: number;
  /** Unpacked size, bytes. */
  size: number;
  /** Compression method: 0 stored, 8 deflated (APPNOTE 4.4.5). */
  method: number;
  crc32: number;
};

export type DirectoryEntry = EntryName & {
  place: EntryLocation;
  kind: Kind;
  /** Bytes of the name, decoded as latin1. */
  raw: string;
};

export type Directory = {
  /** Ordered by offset. */
  entries: DirectoryEntry[];
  directoryAt: number;
};

/** Maximum central directory, bytes: 100,000 entries of 335 bytes, more than twice the usual size. */
const MAX_DIRECTORY_BYTES = 32 * 1024 * 1024;
/** Local file header without name (APPNOTE 4.3.7), bytes. */
export const LOCAL_HEADER = 30;
/** Central directory entry without name, extra field and comment (APPNOTE 4.3.12), bytes. */
const CENTRAL_HEADER = 46;
/** General purpose bits 0, 6 and 13: encryption, strong encryption, masked headers (APPNOTE 4.4.4). */
export const ENCRYPTION_FLAGS = 0x2041;

/**
 * Reads the central directory only.
 * @throws AppError file-empty, not-a-zip, zip-empty, zip-damaged, zip-encrypted, zip-overlap, zip-too-many-files,
 * zip-bomb; errors of the store; the signal's reason
 */
export async function readDirectory(
  file: WindowedReader,
  limits: Limits,
  signal: AbortSignal,
  codePage?: CodePage,
): Promise<Directory> {
  const end = await readEnd(file);
  if (end.entries > limits.entries || end.directorySize > MAX_DIRECTORY_BYTES) throw tooManyFilesError();
  const entries: DirectoryEntry[] = [];
  const yieldIfDue = createYield(signal);
  for await (const entry of walk(file, end)) {
    if (entries.length === limits.entries) throw tooManyFilesError();
    entries.push(toDirectoryEntry(entry, end));
    await yieldIfDue();
  }
  if (end.entries !== (end.isZip64 ? entries.length : entries.length % 0x10000)) throw damagedError();
  await decodeGuessedNames(entries, codePage, yieldIfDue);
  entries.sort((a, b) => a.place.at - b.place.at);
  assertNoOverlap(entries, end.directoryAt, file.size);
  const unpacked = entries.reduce((sum, { place }) => sum + place.size, 0);
  if (unpacked > limits.unpacked) throw new AppError('zip-bomb');
  await refuseTwo(file, entries[0]?.place.at ?? 0);
  if (entries.every(({ kind }) => kind === 'folder')) throw new AppError('zip-empty');
  return { entries, directoryAt: end.directoryAt };
}

const tooManyFilesError = () => new AppError('zip-too-many-files');

/** The declared count may be wrong: macOS declares it modulo 65,536. @throws AppError zip-damaged, zip-encrypted */
async function* walk(file: WindowedReader, { directorySize, shift }: EndOfDirectory): AsyncGenerator<Entry> {
  const reader = new YauzlReader(file, shift);
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
    if (left < 0) throw damagedError();
  } catch (error) {
    throw refusalOf(error, reader.fault);
  }
}

function refusalOf(error: unknown, fault: unknown): unknown {
  if (fault !== undefined) return fault;
  if (error instanceof AppError) return error;
  // yauzl 3.4 reports strong encryption only in the error message.
  const isStrong = error instanceof Error && error.message.startsWith('strong encryption');
  return isStrong ? new AppError('zip-encrypted') : damagedError(undefined, error);
}

function toDirectoryEntry(entry: Entry, { shift }: EndOfDirectory): DirectoryEntry {
  const { generalPurposeBitFlag: flags, compressedSize: packed, uncompressedSize: size } = entry;
  if ((flags & ENCRYPTION_FLAGS) !== 0) throw new AppError('zip-encrypted');
  const name = nameOf({ flags, raw: entry.fileNameRaw, extras: entry.extraFields });
  const raw = entry.fileNameRaw.toString('latin1');
  if (entry.compressionMethod === 0 && packed !== size) throw wrongSizeError(name.path);
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

/** Overlaps let a small ZIP unpack to any size. Assumes the shortest local headers; inspect.ts checks the real ones. */
function assertNoOverlap(entries: readonly DirectoryEntry[], directoryAt: number, size: number): void {
  let free = 0;
  for (const { place, raw } of entries) {
    const end = place.at + LOCAL_HEADER + raw.length + place.packed;
    if (end > size) throw damagedError();
    if (place.at < free || end > directoryAt) throw overlapError();
    free = end;
  }
}

export const overlapError = () => new AppError('zip-overlap');
