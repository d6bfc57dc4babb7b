import { createHash } from 'node:crypto';
import { AppError } from '@g2/kit/errors';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';

const WRONG_WINDOW_S = 15 * 60;
const SIGN_UP_WINDOW_S = 3_600;

export type Limits = {
  LOGIN_FAILURES: number;
  LOGIN_FAILURES_PER_ADDRESS: number;
  SIGN_UP_PER_HOUR: number;
};

/** Who guesses: the account meant and the address it comes from. */
export type Guess = { account: string; address: string };

export type Throttle = {
  /** @throws AppError too-many-requests after too many wrong passwords */
  check(guess: Guess): Promise<void>;
  /** Counts a wrong password. */
  wrong(guess: Guess): Promise<void>;
  /** Forgets the wrong ones of this account and address. */
  right(guess: Guess): Promise<void>;
  /** Counts a sign-up; @throws AppError too-many-requests */
  signUp(address: string): Promise<void>;
  sweep(now: Date): Promise<void>;
};

const tooMany = (ms: number): AppError =>
  new AppError('too-many-requests', { retryAfter: Math.max(1, Math.ceil(ms / 1_000)) });

/** Keys hold hashes: an e-mail or address is personal data. */
const keyOf = (...parts: string[]): string => createHash('sha256').update(parts.join('\n')).digest('hex');
const accountKey = (guess: Guess): string => keyOf(guess.account.trim().toLowerCase(), guess.address);

/** Throttling shared by all replicas, in this service's own database. */
export function createThrottle(pool: pg.Pool, limits: Limits): Throttle {
  const limiter = (keyPrefix: string, points: number, duration: number) =>
    new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    });
  const perAccount = limiter('login', limits.LOGIN_FAILURES, WRONG_WINDOW_S);
  const perAddress = limiter('address', limits.LOGIN_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);
  const signUps = limiter('signup', limits.SIGN_UP_PER_HOUR, SIGN_UP_WINDOW_S);

  const refuseAt = async (limit: RateLimiterPostgres, key: string) => {
    const found = await limit.get(key);
    if (found && found.consumedPoints >= limit.points) throw tooMany(found.msBeforeNext);
  };

  return {
    async check(guess) {
      await refuseAt(perAddress, keyOf(guess.address));
      await refuseAt(perAccount, accountKey(guess));
    },
    async wrong(guess) {
      await perAddress.penalty(keyOf(guess.address));
      await perAccount.penalty(accountKey(guess));
    },
    async right(guess) {
      await perAccount.delete(accountKey(guess));
    },
    async signUp(address) {
      try {
        await signUps.consume(keyOf(address));
      } catch (refused) {
        throw refused instanceof RateLimiterRes ? tooMany(refused.msBeforeNext) : refused;
      }
    },
    async sweep(now) {
      await pool.query('DELETE FROM rate_limits WHERE expire < $1', [now.getTime()]);
    },
  };
}
