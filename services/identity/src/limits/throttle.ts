import { AppError } from '@g2/terms/errors';
import type pg from 'pg';
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import { CODES_REMEMBERED_S, pauseAfterCodes } from '../domain/code-pauses.ts';
import { pauseAfterPasswords } from '../domain/password-pauses.ts';
import { sha256Hex } from '../domain/sha256.ts';
import { type ThrottleKind, throttled } from '../metrics.ts';

const MINUTE_S = 60;
const WRONG_WINDOW_S = 15 * MINUTE_S;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;
const EXPORTS_PER_HOUR = 5;
/** Codes per account in 15 minutes until a right one. Three of a million are valid at a time. */
const CODES = 10;

export type Limits = {
  LOGIN_ATTEMPTS_PER_MINUTE: number;
  LOGIN_ATTEMPTS_PER_ADDRESS: number;
  LOGIN_FAILURES: number;
  LOGIN_FAILURES_PER_ADDRESS: number;
  LOGIN_FAILURES_PER_ACCOUNT: number;
  SIGN_UP_PER_HOUR: number;
};

type PasswordAttempt = {
  account: string;
  /** From `networkOf`; absent when a signed-in user proves the own password. */
  network?: string;
  /** The account recently signed in from this network: only its own failures there count, not those of others. */
  isKnown: boolean;
};

export type Throttle = {
  /** Counts an attempt before its password is checked. @throws AppError too-many-requests */
  attempt(guess: PasswordAttempt): Promise<void>;
  /** @throws AppError too-many-requests after too many wrong passwords */
  check(guess: PasswordAttempt): Promise<void>;
  /** Counts a wrong password. @returns true once a day, when sign-ins must wait from now on and the owner is mailed */
  wrong(guess: PasswordAttempt): Promise<boolean>;
  /** Resets the failures of the account at this network. */
  right(guess: PasswordAttempt): Promise<void>;
  /** Resets all failures of an account after its owner proved the identity in another way. */
  resetFailures(account: string, network: string): Promise<void>;
  /** @throws AppError too-many-requests */
  signUp(network: string): Promise<void>;
  /** Limits exports: each reads all data of an account. @throws AppError too-many-requests */
  exportOf(userId: string): Promise<void>;
  /** True once per account or network in 15 minutes: a flood must not fill the trail. */
  isFirstInWindow(subject: string): Promise<boolean>;
  /** Counts a passkey sign-in, which names no account. @throws AppError too-many-requests */
  countPasskeySignIn(network: string): Promise<void>;
  /**
   * Counts a code before it is checked, so that concurrent guesses count too. Pauses apply to app codes only: recovery
   * codes cannot be guessed and stay available to the owner. @throws AppError too-many-requests
   */
  code(userId: string, kind: CodeKind): Promise<void>;
  /** @returns wrong codes in 30 days; right ones do not reset them */
  wrongCode(userId: string): Promise<number>;
  /** Resets the count of the last 15 minutes. */
  rightCode(userId: string): Promise<void>;
};

type CodeKind = 'app' | 'recovery';

const tooMany = (kind: ThrottleKind, ms: number): AppError => {
  throttled.inc({ kind });
  return new AppError('too-many-requests', { retryAfter: Math.max(1, Math.ceil(ms / 1_000)) });
};

const accountOf = (guess: PasswordAttempt): string => guess.account.trim().toLowerCase();
const pairOf = (guess: PasswordAttempt): string => sha256Hex(accountOf(guess), guess.network ?? 'own');

export type Limit = { kind: ThrottleKind; limiter: RateLimiterPostgres };

/** @throws AppError too-many-requests when the limit is reached */
export async function assertBelow({ kind, limiter }: Limit, key: string): Promise<void> {
  const found = await limiter.get(key);
  if (found && found.consumedPoints >= limiter.points) throw tooMany(kind, found.msBeforeNext);
}

/** Counts and checks in one statement. @throws AppError too-many-requests */
export async function consumePoint({ kind, limiter }: Limit, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refused) {
    throw refused instanceof RateLimiterRes ? tooMany(kind, refused.msBeforeNext) : refused;
  }
}

/**
 * Limits shared by all replicas. @param duration seconds
 * @param isFinal no success resets it: replicas cache refusals in memory, so that a flood does not load the database
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

export function createThrottle(pool: pg.Pool, limits: Limits): Throttle {
  const limit = limitsOf(pool);
  const ofAccount = limit('account', 'try', limits.LOGIN_ATTEMPTS_PER_MINUTE, MINUTE_S, true);
  const ofAddress = limit('address', 'tryaddress', limits.LOGIN_ATTEMPTS_PER_ADDRESS, MINUTE_S, true);
  const wrongHere = limit('wrong', 'login', limits.LOGIN_FAILURES, WRONG_WINDOW_S);
  const wrongOfAddress = limit('wrong-address', 'address', limits.LOGIN_FAILURES_PER_ADDRESS, WRONG_WINDOW_S);
  const wrongOfAccount = limit('wrong-account', 'account', limits.LOGIN_FAILURES_PER_ACCOUNT, DAY_S);
  const pauseOfAccount = limit('wrong-account', 'pause', 1, DAY_S);
  const firstInWindow = new RateLimiterPostgres({
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
    await assertBelow(wrongHere, pairOf(guess));
    if (guess.isKnown || guess.network === undefined) return;
    await assertBelow(wrongOfAddress, sha256Hex(guess.network));
    await assertBelow(pauseOfAccount, sha256Hex(accountOf(guess)));
  };
  return {
    check,
    async attempt(guess) {
      await check(guess);
      // A known network has a count of its own: others cannot exhaust it.
      if (guess.isKnown || guess.network === undefined) return consumePoint(ofAccount, pairOf(guess));
      await consumePoint(ofAddress, sha256Hex(guess.network));
      await consumePoint(ofAccount, sha256Hex(accountOf(guess)));
    },
    async wrong(guess) {
      await wrongHere.limiter.penalty(pairOf(guess));
      if (guess.network === undefined) return false;
      await wrongOfAddress.limiter.penalty(sha256Hex(guess.network));
      const account = sha256Hex(accountOf(guess));
      const { consumedPoints: wrong } = await wrongOfAccount.limiter.penalty(account);
      const pause = pauseAfterPasswords(wrong, wrongOfAccount.limiter.points);
      if (pause !== undefined) await pauseOfAccount.limiter.block(account, pause);
      return wrong === wrongOfAccount.limiter.points;
    },
    async right(guess) {
      await wrongHere.limiter.delete(pairOf(guess));
    },
    async resetFailures(account, network) {
      await wrongHere.limiter.delete(pairOf({ account, network, isKnown: true }));
      const key = sha256Hex(account.trim().toLowerCase());
      await Promise.all([wrongOfAccount, pauseOfAccount].map(({ limiter }) => limiter.delete(key)));
    },
    signUp: (network) => consumePoint(signUps, sha256Hex(network)),
    exportOf: (userId) => consumePoint(exports, sha256Hex(userId)),
    isFirstInWindow: (subject) =>
      firstInWindow.consume(sha256Hex(subject)).then(
        () => true,
        (refused: unknown) => {
          if (refused instanceof RateLimiterRes) return false;
          throw refused;
        },
      ),
    countPasskeySignIn: (network) => consumePoint(ofAddress, sha256Hex(network)),
    code: (userId, kind) => consumePoint(codes[kind], sha256Hex(userId)),
    async wrongCode(userId) {
      const { consumedPoints: wrong } = await wrongCodes.limiter.penalty(sha256Hex(userId));
      const pause = pauseAfterCodes(wrong);
      if (pause !== undefined) await codes.app.limiter.block(sha256Hex(userId), pause);
      return wrong;
    },
    async rightCode(userId) {
      await Promise.all(Object.values(codes).map(({ limiter }) => limiter.delete(sha256Hex(userId))));
    },
  };
}
