import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { hashed } from './hashed.ts';
import { type ThrottleKind, throttled } from './metrics.ts';

const MINUTE_S = 60;
const WRONG_WINDOW_S = 15 * MINUTE_S;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

export type Limits = {
  LOGIN_ATTEMPTS_PER_MINUTE: number;
  LOGIN_ATTEMPTS_PER_ADDRESS: number;
  LOGIN_FAILURES: number;
  LOGIN_FAILURES_PER_ADDRESS: number;
  LOGIN_FAILURES_PER_ACCOUNT: number;
  SIGN_UP_PER_HOUR: number;
};

/** Who gives a password: for which account, and from where. */
type Guess = {
  account: string;
  /** As `networkOf` says it; absent when a signed-in user proves the own password. */
  network?: string;
  /**
   * This account signed in from there of late: what strangers do there, or to this account from elsewhere, is not held
   * against it. Its own wrong passwords are.
   */
  isKnown: boolean;
};

export type Throttle = {
  /** Counts an attempt, right or wrong, before its password is looked at; @throws AppError too-many-requests */
  attempt(guess: Guess): Promise<void>;
  /** @throws AppError too-many-requests after too many wrong passwords */
  check(guess: Guess): Promise<void>;
  /** Counts a wrong password. */
  wrong(guess: Guess): Promise<void>;
  /** Forgets the wrong ones of this account from there. */
  right(guess: Guess): Promise<void>;
  /** Counts a sign-up; @throws AppError too-many-requests */
  signUp(network: string): Promise<void>;
};

const tooMany = (kind: ThrottleKind, ms: number): AppError => {
  throttled.inc({ kind });
  return new AppError('too-many-requests', { retryAfter: Math.max(1, Math.ceil(ms / 1_000)) });
};

const accountOf = (guess: Guess): string => guess.account.trim().toLowerCase();
const pairOf = (guess: Guess): string => hashed(accountOf(guess), guess.network ?? 'own');

type Limit = { kind: ThrottleKind; limiter: RateLimiterPostgres };

async function refuseAt({ kind, limiter }: Limit, key: string): Promise<void> {
  const found = await limiter.get(key);
  if (found && found.consumedPoints >= limiter.points) throw tooMany(kind, found.msBeforeNext);
}

/** Counts and decides in one statement. */
async function count({ kind, limiter }: Limit, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(kind, refused.msBeforeNext) : refused;
  }
}

/** Throttling shared by all replicas, in this service's own database. */
export function createThrottle(pool: pg.Pool, limits: Limits): Throttle {
  const limit = (kind: ThrottleKind, keyPrefix: string, points: number, duration: number): Limit => ({
    kind,
    limiter: new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix,
      points,
      duration,
    }),
  });
  const ofAccount = limit('account', 'try', limits.LOGIN_ATTEMPTS_PER_MINUTE, MINUTE_S);
  const ofAddress = limit('address', 'tryaddress', limits.LOGIN_ATTEMPTS_PER_ADDRESS, MINUTE_S);
  const wrongHere = limit('wrong', 'login', limits.LOGIN_FAILURES, WRONG_WINDOW_S);
  const wrongOfAddress = limit('wrong-address', 'address', limits.LOGIN_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);
  const wrongOfAccount = limit('wrong-account', 'account', limits.LOGIN_FAILURES_PER_ACCOUNT, DAY_S);
  const signUps = limit('sign-up', 'signup', limits.SIGN_UP_PER_HOUR, HOUR_S);

  const check: Throttle['check'] = async (guess) => {
    await refuseAt(wrongHere, pairOf(guess));
    if (guess.isKnown || guess.network === undefined) return;
    await refuseAt(wrongOfAddress, hashed(guess.network));
    await refuseAt(wrongOfAccount, hashed(accountOf(guess)));
  };
  return {
    check,
    async attempt(guess) {
      await check(guess);
      // One known here has a count of its own: others can't use it up.
      if (guess.isKnown || guess.network === undefined) return count(ofAccount, pairOf(guess));
      await count(ofAddress, hashed(guess.network));
      await count(ofAccount, hashed(accountOf(guess)));
    },
    async wrong(guess) {
      await wrongHere.limiter.penalty(pairOf(guess));
      if (guess.network === undefined) return;
      await wrongOfAddress.limiter.penalty(hashed(guess.network));
      await wrongOfAccount.limiter.penalty(hashed(accountOf(guess)));
    },
    async right(guess) {
      await wrongHere.limiter.delete(pairOf(guess));
    },
    signUp: (network) => count(signUps, hashed(network)),
  };
}
