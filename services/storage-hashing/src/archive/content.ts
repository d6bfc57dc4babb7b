import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { AppError } from '@g2/terms/errors';
import type { DirectoryEntry } from './directory.ts';
import { damagedFileError, wrongSizeError } from './refusals.ts';
import type { WindowedReader } from './windowed-reader.ts';

export type Content = {
  /** Lower-case hex. */
  sha256: string;
  /** First bytes, at most {@link HEAD_BYTES}. */
  head: Buffer;
};

/** Bytes that are enough to detect text, a shebang or a private key. */
const HEAD_BYTES = 64 * 1024;
/** Up to this size an entry is unpacked synchronously (about 1 ms), bytes. */
const SYNC_LIMIT_BYTES = 256 * 1024;

const STORED = 0;
const DEFLATED = 8;
/** Files with other methods (Deflate64, bzip2, LZMA, PPMd, …) get no hash: no maintained library reads them. */
export const isReadable = (method: number): boolean => method === STORED || method === DEFLATED;

/** Checks size, CRC and leftover packed data. @throws AppError zip-damaged; errors of the store; the signal's reason */
export async function digestEntry(
  file: WindowedReader,
  entry: DirectoryEntry,
  dataAt: number,
  signal: AbortSignal,
): Promise<Content> {
  try {
    const isSmall = entry.place.packed <= SYNC_LIMIT_BYTES && entry.place.size <= SYNC_LIMIT_BYTES;
    return isSmall ? await digestSync(file, entry, dataAt) : await digestStream(file, entry, dataAt, signal);
  } catch (error) {
    throw isZlibError(error) ? damagedFileError(entry.path, error) : error;
  }
}

/** zlib errors: invalid or truncated deflate data. */
const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

async function digestSync(file: WindowedReader, entry: DirectoryEntry, dataAt: number): Promise<Content> {
  const packed = await file.bytes(dataAt, entry.place.packed);
  const bytes = entry.place.method === STORED || isEmptyDeflate(entry) ? packed : inflated(packed, entry);
  assertCrc(crc32(bytes), entry);
  return { sha256: hash('sha256', bytes), head: bytes.subarray(0, HEAD_BYTES) };
}

/** Some writers mark an empty file as deflated without any data. */
const isEmptyDeflate = ({ place }: DirectoryEntry): boolean => place.packed === 0 && place.size === 0;

function inflated(packed: Buffer, entry: DirectoryEntry): Buffer {
  // One byte beyond the declared size is enough to detect an excess.
  const options: ZlibOptions = {
    info: true,
    maxOutputLength: entry.place.size + 1,
    chunkSize: entry.place.size + 64,
  };
  const { buffer, engine } = inflateOrThrow(packed, options, entry.path);
  if (buffer.length !== entry.place.size) throw wrongSizeError(entry.path);
  if (engine.bytesWritten !== packed.length) throw wrongSizeError(entry.path);
  return buffer;
}

type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

function inflateOrThrow(packed: Buffer, options: ZlibOptions, path: string): Inflated {
  try {
    // `info: true` returns buffer and engine; the types omit this.
    return inflateRawSync(packed, options) as unknown as Inflated;
  } catch (error) {
    const isTooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLong ? wrongSizeError(path) : error;
  }
}

const assertCrc = (found: number, entry: DirectoryEntry): void => {
  if (found !== entry.place.crc32) throw damagedFileError(entry.path);
};

async function digestStream(
  file: WindowedReader,
  entry: DirectoryEntry,
  dataAt: number,
  signal: AbortSignal,
): Promise<Content> {
  const sha256 = createHash('sha256');
  const head: Buffer[] = [];
  let headBytes = 0;
  let size = 0;
  let crc = 0;
  const consume = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.place.size) throw wrongSizeError(entry.path);
      crc = crc32(chunk, crc);
      sha256.update(chunk);
      if (headBytes >= HEAD_BYTES) continue;
      head.push(chunk.subarray(0, HEAD_BYTES - headBytes));
      headBytes += chunk.length;
    }
  };
  const packed = file.pieces(dataAt, entry.place.packed);
  if (entry.place.method === STORED) {
    await pipeline(Readable.from(packed), consume, { signal });
  } else {
    const inflate = createInflateRaw({ chunkSize: SYNC_LIMIT_BYTES });
    await pipeline(Readable.from(packed), inflate, consume, { signal });
    if (inflate.bytesWritten !== entry.place.packed) throw wrongSizeError(entry.path);
  }
  if (size !== entry.place.size) throw wrongSizeError(entry.path);
  assertCrc(crc, entry);
  return { sha256: sha256.digest('hex'), head: Buffer.concat(head) };
}

/** Checks nothing. @param limit bytes @throws AppError file-not-read (method), zip-damaged; errors of the store */
export async function firstBytes(
  file: WindowedReader,
  entry: Pick<DirectoryEntry, 'path' | 'place'>,
  dataAt: number,
  limit: number,
): Promise<Buffer> {
  if (!isReadable(entry.place.method)) throw new AppError('file-not-read');
  const packed = Readable.from(file.pieces(dataAt, entry.place.packed));
  const chunks: Buffer[] = [];
  let size = 0;
  const consume = async (bytes: AsyncIterable<Buffer>) => {
    for await (const chunk of bytes) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limit) return;
    }
  };
  try {
    if (entry.place.method === STORED) await consume(packed);
    else await pipeline(packed, createInflateRaw(), consume);
  } catch (error) {
    // `consume` returns early after `limit` bytes, which aborts the pipeline: not a failure.
    if (size < limit) throw isZlibError(error) ? damagedFileError(entry.path, error) : error;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
