import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { sha256Hex } from '../domain/sha256.ts';
import { type ThrottleKind, throttled } from '../metrics.ts';

/**
 * Rate limits that all replicas count together in the database, under hashed keys.
 * @param kind label of the metric that counts refusals
 * @param duration seconds
 * @param isFinal true when no success resets the count: each replica then caches refusals in memory, so that
 * a flood does not load the database
 */
export const rateLimitsIn =
  (pool: pg.Pool) =>
  (kind: ThrottleKind | undefined, keyPrefix: string, points: number, duration: number, isFinal = false) => {
    const limiter = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
      ...(isFinal && { inMemoryBlockOnConsumed: points + 1 }),
    });
    const tooMany = (ms: number): AppError => {
      if (kind) throttled.inc({ kind });
      return new AppError('too-many-requests', { retryAfter: Math.max(1, Math.ceil(ms / 1_000)) });
    };
    /** Counts a use and checks the limit in one SQL statement. @throws AppError too-many-requests */
    const consume = async (...key: string[]): Promise<void> => {
      try {
        await limiter.consume(sha256Hex(...key));
      } catch (refused) {
        throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused;
      }
    };
    return {
      points,
      consume,
      /** Counts a use; false when the limit is exceeded. */
      async tryConsume(...key: string[]): Promise<boolean> {
        try {
          await consume(...key);
          return true;
        } catch (error) {
          if (error instanceof AppError && error.code === 'too-many-requests') return false;
          throw error;
        }
      },
      /** @throws AppError too-many-requests when the limit is reached */
      async assertBelow(...key: string[]): Promise<void> {
        const found = await limiter.get(sha256Hex(...key));
        if (found && found.consumedPoints >= points) throw tooMany(found.msBeforeNext);
      },
      /** Counts a use without checking the limit. @returns the count in the current window */
      count: async (...key: string[]): Promise<number> =>
        (await limiter.penalty(sha256Hex(...key))).consumedPoints,
      block: (seconds: number, ...key: string[]) => limiter.block(sha256Hex(...key), seconds),
      reset: (...key: string[]) => limiter.delete(sha256Hex(...key)),
    };
  };
