import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { CODES_REMEMBERED_S, pauseAfterCodes } from './domain/code-pauses.ts';
import { pauseAfterPasswords } from './domain/password-pauses.ts';
import { hashed } from './hashed.ts';
import { type ThrottleKind, throttled } from './metrics.ts';

const MINUTE_S = 60;
const WRONG_WINDOW_S = 15 * MINUTE_S;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const EXPORTS_PER_HOUR = 5;
/** Codes given for an account in 15 minutes until one is right: of a million at each step, three count. */
const CODES = 10;

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
  /** Counts a wrong password. @returns true once a day, where the account's owner is to be told that others must wait now */
  wrong(guess: Guess): Promise<boolean>;
  /** Forgets the wrong ones of this account from there. */
  right(guess: Guess): Promise<void>;
  /** Forgets all wrong ones of an account from there and from elsewhere: its owner has shown otherwise who they are. */
  forgive(account: string, network: string): Promise<void>;
  /** Counts a sign-up; @throws AppError too-many-requests */
  signUp(network: string): Promise<void>;
  /** Counts an export of one's data: it reads all there is; @throws AppError too-many-requests */
  exportOf(userId: string): Promise<void>;
  /** True once per account or network in a quarter of an hour: the trail is told of a flood, not of each of its drops. */
  isNews(whose: string): Promise<boolean>;
  /** Counts whoever comes without an account's name, by a passkey; @throws AppError too-many-requests */
  arrival(network: string): Promise<void>;
  /**
   * Counts a code before it is looked at, so that of many at once no more are. The pauses that wrong codes bring hold for an
   * app's codes: a recovery code cannot be guessed, and its owner comes in by it meanwhile. @throws AppError too-many-requests
   */
  code(userId: string, kind: CodeKind): Promise<void>;
  /** Counts a code that was not right. @returns how many there were in 30 days, right ones between them or not */
  wrongCode(userId: string): Promise<number>;
  /** Forgets the codes of the last minutes of an account that gave a right one. */
  rightCode(userId: string): Promise<void>;
};

type CodeKind = 'app' | 'recovery';

const tooMany = (kind: ThrottleKind, ms: number): AppError => {
  throttled.inc({ kind });
  return new AppError('too-many-requests', { retryAfter: Math.max(1, Math.ceil(ms / 1_000)) });
};

const accountOf = (guess: Guess): string => guess.account.trim().toLowerCase();
const pairOf = (guess: Guess): string => hashed(accountOf(guess), guess.network ?? 'own');

export type Limit = { kind: ThrottleKind; limiter: RateLimiterPostgres };

/** @throws AppError too-many-requests where a count is used up */
export async function refuseAt({ kind, limiter }: Limit, key: string): Promise<void> {
  const found = await limiter.get(key);
  if (found && found.consumedPoints >= limiter.points) throw tooMany(kind, found.msBeforeNext);
}

/** Counts and decides in one statement; @throws AppError too-many-requests */
export async function count({ kind, limiter }: Limit, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(kind, refused.msBeforeNext) : refused;
  }
}

/**
 * Makes limits that all replicas share. @param duration seconds
 * @param isFinal what is used up stays so until its time is over, whatever happens: refused once, it is from then on without
 * asking the database, or a flood's refusals would keep it from everybody else
 */
export const limitsOf =
  (pool: pg.Pool) =>
  (kind: ThrottleKind, keyPrefix: string, points: number, duration: number, isFinal = false): Limit => ({
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
      ...(isFinal && { inMemoryBlockOnConsumed: points + 1 }),
    }),
  });

/** Throttling shared by all replicas, in this service's own database. */
export function createThrottle(pool: pg.Pool, limits: Limits): Throttle {
  const limit = limitsOf(pool);
  const ofAccount = limit('account', 'try', limits.LOGIN_ATTEMPTS_PER_MINUTE, MINUTE_S, true);
  const ofAddress = limit('address', 'tryaddress', limits.LOGIN_ATTEMPTS_PER_ADDRESS, MINUTE_S, true);
  const wrongHere = limit('wrong', 'login', limits.LOGIN_FAILURES, WRONG_WINDOW_S);
  const wrongOfAddress = limit('wrong-address', 'address', limits.LOGIN_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);
  const wrongOfAccount = limit('wrong-account', 'account', limits.LOGIN_FAILURES_PER_ACCOUNT, DAY_S);
  const pauseOfAccount = limit('wrong-account', 'pause', 1, DAY_S);
  const news = new RateLimiterPostgres({
    storeClient: pool,
    storeType: 'pool',
    tableName: 'rate_limits',
    tableCreated: true,
    clearExpiredByTimeout: false,
    keyPrefix: 'news',
    points: 1,
    duration: WRONG_WINDOW_S,
    inMemoryBlockOnConsumed: 1,
  });
  const codes = {
    app: limit('code', 'code', CODES, WRONG_WINDOW_S),
    recovery: limit('code', 'recovery', CODES, WRONG_WINDOW_S),
  };
  const wrongCodes = limit('code', 'wrongcode', CODES, CODES_REMEMBERED_S);
  const signUps = limit('sign-up', 'signup', limits.SIGN_UP_PER_HOUR, HOUR_S);
  const exports = limit('export', 'export', EXPORTS_PER_HOUR, HOUR_S);

  const check: Throttle['check'] = async (guess) => {
    await refuseAt(wrongHere, pairOf(guess));
    if (guess.isKnown || guess.network === undefined) return;
    await refuseAt(wrongOfAddress, hashed(guess.network));
    await refuseAt(pauseOfAccount, hashed(accountOf(guess)));
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
      if (guess.network === undefined) return false;
      await wrongOfAddress.limiter.penalty(hashed(guess.network));
      const account = hashed(accountOf(guess));
      const { consumedPoints: wrong } = await wrongOfAccount.limiter.penalty(account);
      const pause = pauseAfterPasswords(wrong, wrongOfAccount.limiter.points);
      if (pause !== undefined) await pauseOfAccount.limiter.block(account, pause);
      return wrong === wrongOfAccount.limiter.points;
    },
    async right(guess) {
      await wrongHere.limiter.delete(pairOf(guess));
    },
    async forgive(account, network) {
      await wrongHere.limiter.delete(pairOf({ account, network, isKnown: true }));
      const key = hashed(account.trim().toLowerCase());
      await Promise.all([wrongOfAccount, pauseOfAccount].map(({ limiter }) => limiter.delete(key)));
    },
    signUp: (network) => count(signUps, hashed(network)),
    exportOf: (userId) => count(exports, hashed(userId)),
    isNews: (whose) =>
      news.consume(hashed(whose)).then(
        () => true,
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return false;
          throw refused;
        },
      ),
    arrival: (network) => count(ofAddress, hashed(network)),
    code: (userId, kind) => count(codes[kind], hashed(userId)),
    async wrongCode(userId) {
      const { consumedPoints: wrong } = await wrongCodes.limiter.penalty(hashed(userId));
      const pause = pauseAfterCodes(wrong);
      if (pause !== undefined) await codes.app.limiter.block(hashed(userId), pause);
      return wrong;
    },
    async rightCode(userId) {
      await Promise.all(Object.values(codes).map(({ limiter }) => limiter.delete(hashed(userId))));
    },
  };
}
