import type { Readable } from 'node:stream';
import type { ByteRange } from '../domain/range.ts';

/** What a driver must know again of an object whose bytes come in several requests. */
export type Parts = {
  /** S3's own name of it. */
  uploadId?: string;
  /** The last number that a part may have been given, whether it arrived or not. */
  used?: number;
  sent: { part: number; etag: string; size: number }[];
};

/** How far such an object came. */
export type Progress = {
  /** Bytes that are safe, `tail` included. */
  offset: number;
  parts: Parts;
  /** Bytes too few for a part of their own: whoever keeps the progress keeps them, and gives them back. */
  tail: Buffer | null;
};

export const NOTHING_YET: Progress = { offset: 0, parts: { sent: [] }, tail: null };

/** Told of each progress, before anything is built upon it; fails when somebody else goes on with the object. */
export type Keep = (progress: Progress) => Promise<void>;

/** What lies under a key stays: the driver's own fault, so that nobody clears the key up. */
export const isThere = (key: string): Error =>
  new Error(`object ${key} is there already: nothing replaces it`);

/** The store itself keeps an object from being removed. */
export class ObjectLocked extends Error {
  readonly until: Date;
  constructor(key: string, until: Date) {
    super(`object ${key} is locked until ${until.toISOString()}`);
    this.until = until;
  }
}

/** Where bytes are kept. One contract test holds for both drivers. */
export type Objects = {
  /**
   * Stores what `source` gives, durably, under a key that was never used: complete, or not at all. What lies under a
   * key already is never replaced.
   * @param length bytes to come, when known; the source must give just as many, or fail
   * @throws what `source` failed with, or the driver's own fault
   */
  put(key: string, source: Readable, length?: number): Promise<void>;
  /**
   * Adds to an object that nobody can read before it is complete. When `source` fails, what came before is kept first.
   * @param size of the whole, bytes
   * @throws what `source` or `keep` failed with, AppError upload-ticket-used when what was there is gone, or the driver's
   * own fault
   */
  append(key: string, from: Progress, source: AsyncIterable<Buffer>, size: number, keep: Keep): Promise<void>;
  /** Whether it would take so many bytes now. @throws AppError unavailable, or the driver's own fault */
  check(bytes: number): Promise<void>;
  /** Makes what was added the object, whole; again for one that is whole already does nothing, and replaces nothing. */
  complete(key: string, parts: Parts, size: number): Promise<void>;
  /** @throws AppError not-found */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes, undefined when there is no such object. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** Keeps an object from being removed until then, where the store itself can: an S3 bucket with object lock. */
  retain(key: string, until: Date): Promise<void>;
  /** Removes an object and what unfinished writes left of it; one that is not there is removed already. @throws ObjectLocked */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<string>;
  /** Removes what writes that began before `before` left unfinished; never a complete object. Returns how many. */
  sweepStaging(before: Date): Promise<number>;
  close(): void;
};
