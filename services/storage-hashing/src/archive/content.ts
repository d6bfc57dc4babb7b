import { createHash, hash } from 'node:crypto';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw, inflateRawSync, type ZlibOptions } from 'node:zlib';
import { AppError } from '@g2/terms/errors';
import type { Listed } from './directory.ts';
import { damagedFile, wrongSize } from './refusals.ts';
import type { Windows } from './source.ts';

/** What an entry holds. */
export type Content = {
  /** Lower-case hex. */
  sha256: string;
  /** Its first bytes, {@link HEAD_BYTES} at most. */
  head: Buffer;
};

/** As much of a file tells text from binary, and shows a shebang or a key. */
const HEAD_BYTES = 64 * 1024;
/** What is unpacked at once, bytes: cheaper than a stream, and a millisecond's work. */
const AT_ONCE = 256 * 1024;

const STORED = 0;
const DEFLATED = 8;
/**
 * Methods that are read. Deflate64 and the others (bzip2, LZMA, PPMd, …) have no well-kept library here; whoever uses them
 * has a deposit all the same, without hashes of single files.
 */
export const isReadable = (method: number): boolean => method === STORED || method === DEFLATED;

/**
 * Unpacks an entry, hashes it and holds it against what the archive says: its size, its CRC, and that its data is all used.
 * @throws AppError zip-damaged; what the store fails with; the signal's reason
 */
export async function digest(
  file: Windows,
  entry: Listed,
  dataAt: number,
  signal: AbortSignal,
): Promise<Content> {
  try {
    const isSmall = entry.place.packed <= AT_ONCE && entry.place.size <= AT_ONCE;
    return isSmall ? await atOnce(file, entry, dataAt) : await streamed(file, entry, dataAt, signal);
  } catch (error) {
    throw isOfData(error) ? damagedFile(entry.path, error) : error;
  }
}

/** True for what zlib says of data that is no deflate stream, or is cut. */
const isOfData = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');

async function atOnce(file: Windows, entry: Listed, dataAt: number): Promise<Content> {
  const packed = await file.bytes(dataAt, entry.place.packed);
  const bytes = entry.place.method === STORED || isNothing(entry) ? packed : inflated(packed, entry);
  checkSum(crc32(bytes), entry);
  return { sha256: hash('sha256', bytes), head: bytes.subarray(0, HEAD_BYTES) };
}

/** Some writers call an empty file deflated and give it no data at all. */
const isNothing = ({ place }: Listed): boolean => place.packed === 0 && place.size === 0;

function inflated(packed: Buffer, entry: Listed): Buffer {
  // One byte more than declared is enough to see that there is more.
  const options: ZlibOptions = {
    info: true,
    maxOutputLength: entry.place.size + 1,
    chunkSize: entry.place.size + 64,
  };
  const { buffer, engine } = inflateOrRefuse(packed, options, entry.path);
  if (buffer.length !== entry.place.size) throw wrongSize(entry.path);
  if (engine.bytesWritten !== packed.length) throw wrongSize(entry.path);
  return buffer;
}

type Inflated = { buffer: Buffer; engine: { bytesWritten: number } };

function inflateOrRefuse(packed: Buffer, options: ZlibOptions, path: string): Inflated {
  try {
    // With `info` both are given, of which the types do not know.
    return inflateRawSync(packed, options) as unknown as Inflated;
  } catch (error) {
    const isTooLong = error instanceof RangeError && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw isTooLong ? wrongSize(path) : error;
  }
}

const checkSum = (found: number, entry: Listed): void => {
  if (found !== entry.place.crc32) throw damagedFile(entry.path);
};

async function streamed(file: Windows, entry: Listed, dataAt: number, signal: AbortSignal): Promise<Content> {
  const sha256 = createHash('sha256');
  const head: Buffer[] = [];
  let headBytes = 0;
  let size = 0;
  let sum = 0;
  const take = async (chunks: AsyncIterable<Buffer>) => {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > entry.place.size) throw wrongSize(entry.path);
      sum = crc32(chunk, sum);
      sha256.update(chunk);
      if (headBytes >= HEAD_BYTES) continue;
      head.push(chunk.subarray(0, HEAD_BYTES - headBytes));
      headBytes += chunk.length;
    }
  };
  const packed = file.pieces(dataAt, entry.place.packed);
  if (entry.place.method === STORED) {
    await pipeline(Readable.from(packed), take, { signal });
  } else {
    const inflate = createInflateRaw({ chunkSize: AT_ONCE });
    await pipeline(Readable.from(packed), inflate, take, { signal });
    if (inflate.bytesWritten !== entry.place.packed) throw wrongSize(entry.path);
  }
  if (size !== entry.place.size) throw wrongSize(entry.path);
  checkSum(sum, entry);
  return { sha256: sha256.digest('hex'), head: Buffer.concat(head) };
}

/**
 * The first bytes of an entry, unchecked: for whom it was inspected before.
 * @param limit bytes
 * @throws AppError file-not-read for a method that is not read; zip-damaged; what the store fails with
 */
export async function firstBytes(
  file: Windows,
  entry: Pick<Listed, 'path' | 'place'>,
  dataAt: number,
  limit: number,
): Promise<Buffer> {
  if (!isReadable(entry.place.method)) throw new AppError('file-not-read');
  const packed = Readable.from(file.pieces(dataAt, entry.place.packed));
  const chunks: Buffer[] = [];
  let size = 0;
  const take = async (bytes: AsyncIterable<Buffer>) => {
    for await (const chunk of bytes) {
      chunks.push(chunk);
      size += chunk.length;
      if (size >= limit) return;
    }
  };
  try {
    if (entry.place.method === STORED) await take(packed);
    else await pipeline(packed, createInflateRaw(), take);
  } catch (error) {
    // Whoever has enough ends the rest, which is told as an abort.
    if (size < limit) throw isOfData(error) ? damagedFile(entry.path, error) : error;
  }
  return Buffer.concat(chunks).subarray(0, limit);
}
