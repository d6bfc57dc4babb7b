import type { Readable } from 'node:stream';
import type { ByteRange } from '../domain/range.ts';

export type MultipartState = {
  /** S3 upload id. */
  uploadId?: string;
  /** Highest part number possibly used, even if the part never arrived. */
  used?: number;
  sent: { part: number; etag: string; size: number }[];
};

export type Progress = {
  /** Durable bytes, `tail` included. */
  offset: number;
  parts: MultipartState;
  /** Bytes too few for a part; stored with the progress. */
  tail: Buffer | null;
};

export const NO_PROGRESS: Progress = { offset: 0, parts: { sent: [] }, tail: null };

/** Records progress before more is built on it. @throws when another writer took over */
export type SaveProgress = (progress: Progress) => Promise<void>;

/** An error of the driver, not a refusal: the existing object must not be cleaned up. */
export const alreadyExistsError = (key: string): Error =>
  new Error(`object ${key} is there already: nothing replaces it`);

export class ObjectLocked extends Error {
  readonly until: Date;
  constructor(key: string, until: Date) {
    super(`object ${key} is locked until ${until.toISOString()}`);
    this.until = until;
  }
}

/** One contract test covers both drivers. */
export type ObjectStore = {
  /**
   * Stores a new object durably and atomically; never replaces one.
   * @param length of the source in bytes, if known; the source must match it or fail
   * @throws the source's error, or a driver error
   */
  put(key: string, source: Readable, length?: number): Promise<void>;
  /**
   * The object is unreadable until complete. When `source` fails, received bytes are saved first.
   * @param size of the whole, bytes
   * @throws the error of `source` or `keep`; AppError upload-ticket-used when earlier bytes are gone; a driver error
   */
  append(
    key: string,
    from: Progress,
    source: AsyncIterable<Buffer>,
    size: number,
    keep: SaveProgress,
  ): Promise<void>;
  /** Checks that `bytes` more can be stored. @throws AppError unavailable, or a driver error */
  check(bytes: number): Promise<void>;
  /** Idempotent; never replaces an object. */
  complete(key: string, parts: MultipartState, size: number): Promise<void>;
  /** @throws AppError not-found */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Bytes; undefined when absent. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** Locks an object until then; only with S3 object lock. */
  retain(key: string, until: Date): Promise<void>;
  /** Also removes unfinished writes; a missing object is a success. @throws ObjectLocked */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<string>;
  /** Removes unfinished writes begun before then; returns their number. */
  sweepStaging(before: Date): Promise<number>;
  close(): void;
};
