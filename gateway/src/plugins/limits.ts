import { networkOf } from '@g2/kit/network';
import { AppError } from '@g2/terms/errors';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { isUnsafe, type RouteLimit } from '../../contract/routes/route.ts';
import type { Config } from '../config.ts';
import type { TokenAttempts } from './bearer.ts';

type Limit = 'writes' | 'tokens' | RouteLimit;

/** Counts requests of signed-in users. @throws AppError too-many-requests */
export type Limits = (limit: RouteLimit | undefined) => (request: FastifyRequest) => Promise<void>;

/** Counts requests by address. @throws AppError too-many-requests */
type AddressLimit = (request: FastifyRequest) => Promise<void>;
export type AddressLimits = { lookups: AddressLimit; logReads: AddressLimit };

const WINDOW_S = 60;

const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });

/** Limits per minute and replica: with n replicas the effective limit is n times as high. */
export function createLimits(config: Config): Limits {
  const limiters: Record<Limit, RateLimiterMemory> = {
    writes: limiter(config.WRITES_PER_MINUTE),
    tokens: limiter(config.TOKEN_CALLS_PER_MINUTE),
    intents: limiter(config.INTENTS_PER_MINUTE),
    searches: limiter(config.SEARCHES_PER_MINUTE),
    pdfs: limiter(config.PDFS_PER_MINUTE),
  };
  return (limit) => async (request) => {
    const { session, method, query } = request;
    if (!session) return;
    // The token's limit comes before the owner's, so that a runaway program does not block its owner.
    if (session.scopes) await take(limiters.tokens, session.id);
    if (isUnsafe(method)) await take(limiters.writes, session.user.id);
    if (limit === undefined || (limit === 'searches' && !isSearch(query))) return;
    await take(limiters[limit], session.user.id);
  };
}

/** Limits per client address; IPv6 addresses count by their /64 network. */
export function createAddressLimits(config: Config): AddressLimits {
  const per = (points: number): AddressLimit => {
    const counted = limiter(points);
    return ({ ip }) => take(counted, networkOf(ip));
  };
  return { lookups: per(config.LOOKUPS_PER_MINUTE), logReads: per(config.LOG_READS_PER_MINUTE) };
}

/** Counts requests with an invalid token per client address. Requests with a valid token are not counted. */
export function createTokenAttempts(config: Pick<Config, 'TOKEN_FAILURES_PER_MINUTE'>): TokenAttempts {
  const most = config.TOKEN_FAILURES_PER_MINUTE;
  const failures = limiter(most);
  return {
    async failed({ ip }) {
      const seen = await failures.penalty(networkOf(ip));
      if (seen.consumedPoints > most) throw tooMany(seen);
    },
  };
}

const tooMany = ({ msBeforeNext }: RateLimiterRes): AppError =>
  new AppError('too-many-requests', { retryAfter: msBeforeNext / 1_000 });

async function take(counted: RateLimiterMemory, who: string): Promise<void> {
  try {
    await counted.consume(who);
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    throw tooMany(refused);
  }
}

const isSearch = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'search' in query && query.search !== '';
