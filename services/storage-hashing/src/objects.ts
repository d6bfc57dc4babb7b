import type { Readable } from 'node:stream';
import type { ByteRange } from './domain/range.ts';

/** Where bytes are kept. One contract test holds for both drivers. */
export type Objects = {
  /**
   * Stores what `source` gives, durably, under a key that was never used: complete, or not at all.
   * @param length bytes to come, when known; the source must give just as many, or fail
   * @throws what `source` failed with, or the driver's own fault
   */
  put(key: string, source: Readable, length?: number): Promise<void>;
  /** @throws AppError not-found */
  get(key: string, range?: ByteRange): Promise<Readable>;
  /** Size in bytes, undefined when there is no such object. */
  stat(key: string): Promise<{ size: number } | undefined>;
  /** Removes an object and what unfinished writes left of it; one that is not there is removed already. */
  remove(key: string): Promise<void>;
  list(): AsyncIterable<string>;
  /** Removes what writes that began before `before` left unfinished; never a complete object. Returns how many. */
  sweepStaging(before: Date): Promise<number>;
  close(): void;
};
