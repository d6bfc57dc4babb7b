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
  /** Last bytes, not yet sent as a part; stored with the progress. */
  tail: Buffer | null;
};

export const NO_PROGRESS: Progress = { offset: 0, parts: { sent: [] }, tail: null };

/** Stores the progress; the driver continues only after that. @throws when another writer replaced this one */
export type SaveProgress = (progress: Progress) => Promise<void>;

/** A driver error instead of a refusal, since the cleanup after a refusal would remove the existing object. */
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
  /** Stores durably and atomically; never replaces an object. @param length of `source`, bytes; it must match */
  put(key: string, source: Readable, length?: number): Promise<void>;
  /**
   * Appends to an object, which is unreadable until `complete`. Saves received bytes when `source` fails.
   * @param size of the whole object, bytes
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
  /** Makes the appended bytes an object. Idempotent; never replaces an object. */
  complete(key: string, parts: MultipartState, size: number): Promise<void>;
  /** @throws AppError not-found */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes; undefined when the object does not exist. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** Locks an object until `until`; has no effect without S3 object lock. */
  retain(key: string, until: Date): Promise<void>;
  /** Removes an object and its unfinished writes; a missing object is a success. @throws ObjectLocked */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<string>;
  /** Removes unfinished writes that began before `before`; returns their number. */
  sweepStaging(before: Date): Promise<number>;
  close(): void;
};
