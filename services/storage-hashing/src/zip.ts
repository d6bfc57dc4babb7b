import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AppError } from '@g2/terms/errors';
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader } from 'yauzl';

/** What a ZIP's central directory says; nothing is unpacked. */
export type ZipFacts = {
  entries: number;
  /** Bytes the entries claim to unpack to. */
  unpacked: number;
};

/** Reads bytes start..end, both included. */
export type ReadRange = (start: number, end: number) => Promise<Readable>;

const WINDOW = 256 * 1024;
const MAX_DIRECTORY_BYTES = 64 * 1024 * 1024;
const MAX_ENTRIES = 100_000;
/** Of a local file header without its name (APPNOTE 4.3.7): the least that lies before an entry's bytes. */
const LOCAL_HEADER = 30;
/** Local file header, "PK\3\4": what a ZIP that holds anything begins with. */
export const ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x03, 0x04]);
/** End of central directory, "PK\5\6": at the very beginning no entry can come before it. */
export const EMPTY_ZIP_MAGIC = Buffer.from([0x50, 0x4b, 0x05, 0x06]);
/** Said of a file that is a ZIP by its name alone. */
export const NO_ZIP = 'O conteúdo deste arquivo não é um ZIP.';

/**
 * Reads a ZIP's end and central directory, and only those: cheap for 500 MB, bounded for any input.
 * @param size of the file, bytes
 * @throws AppError not-a-zip, zip-empty; what `read` fails with
 */
export async function inspectZip(size: number, read: ReadRange): Promise<ZipFacts> {
  const reader = new WindowReader(size, read);
  try {
    // Names stay bytes: they are evidence, not paths to write to.
    const zip = await fromRandomAccessReaderPromise(reader, size, {
      decodeStrings: false,
      validateEntrySizes: false,
    });
    if (zip.entryCount > MAX_ENTRIES) throw tooMany();
    let unpacked = 0;
    const spans: Span[] = [];
    for await (const entry of zip.eachEntry()) {
      const span = spanOf(entry);
      if (span.end >= size) throw new AppError('not-a-zip', { message: UNREADABLE });
      spans.push(span);
      unpacked = Math.min(unpacked + entry.uncompressedSize, Number.MAX_SAFE_INTEGER);
    }
    if (overlap(spans)) throw new AppError('not-a-zip', { message: OVERLAPPING });
    if (zip.entriesRead === 0) throw listsNothing(size, zip.comment.length);
    return { entries: zip.entriesRead, unpacked };
  } catch (error) {
    if (reader.fault !== undefined) throw reader.fault;
    throw error instanceof AppError ? error : new AppError('not-a-zip', { message: UNREADABLE });
  }
}

const UNREADABLE = 'O arquivo ZIP está incompleto ou corrompido.';
/** The end record without its comment, bytes (APPNOTE 4.3.16): an archive of nothing consists of it alone. */
const END_RECORD = 22;
/** Bytes that no directory lists were files once: whoever deposited them is told of damage, not that they sent nothing. */
const listsNothing = (size: number, comment: number) =>
  size > END_RECORD + comment
    ? new AppError('not-a-zip', { message: UNREADABLE })
    : new AppError('zip-empty');
const tooMany = () => new AppError('not-a-zip', { message: 'O arquivo ZIP tem arquivos demais.' });

const OVERLAPPING = 'O arquivo ZIP tem arquivos que ocupam o mesmo lugar.';

/** Where an entry lies in the file, bytes; `end` is the first that is no longer its own. */
type Span = { start: number; end: number };

/** The least an entry can take: its header's extra field and a data descriptor would only add to it. */
const spanOf = ({ relativeOffsetOfLocalHeader: start, compressedSize }: Entry): Span => ({
  start,
  end: start + LOCAL_HEADER + compressedSize,
});

/**
 * True when two entries share bytes, as no honest ZIP's do: a small file would unpack to any size (APPNOTE says one after
 * the other, 4.3.1). Sorts `spans`.
 */
export function overlap(spans: Span[]): boolean {
  spans.sort((a, b) => a.start - b.start);
  return spans.some(({ start }, i) => start < (spans[i - 1]?.end ?? 0));
}

/** Gives yauzl its small reads out of larger windows, and ends it when a directory is larger than any honest one. */
class WindowReader extends RandomAccessReader {
  readonly #size: number;
  readonly #read: ReadRange;
  #window = Buffer.alloc(0);
  #at = 0;
  #budget = MAX_DIRECTORY_BYTES;
  /** Why the object could not be read, or is too costly to: not the ZIP's syntax. */
  fault: unknown;

  constructor(size: number, read: ReadRange) {
    super();
    this.#size = size;
    this.#read = read;
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    const held = position - this.#at;
    if (held >= 0 && held + length <= this.#window.length) {
      this.#window.copy(target, offset, held, held + length);
      callback(null);
      return;
    }
    this.#bytes(position, length).then(
      (bytes) => {
        bytes.copy(target, offset);
        callback(null);
      },
      (error: unknown) => callback(error instanceof Error ? error : new Error('read failed')),
    );
  }

  async #bytes(position: number, length: number): Promise<Buffer> {
    if (!(position >= 0 && position + length <= this.#size)) throw new Error('outside the file');
    const wanted = Math.min(Math.max(length, WINDOW), this.#size - position);
    this.#budget -= wanted;
    try {
      if (this.#budget < 0) throw tooMany();
      this.#window = await buffer(await this.#read(position, position + wanted - 1));
      this.#at = position;
    } catch (error) {
      this.fault = error;
      throw error;
    }
    if (this.#window.length < length) throw new Error('the file is shorter than it was');
    return this.#window.subarray(0, length);
  }
}
