import { AppError } from '@g2/terms/errors';
import type { FastifyRequest } from 'fastify';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { RouteLimit } from '../../contract/routes/route.ts';
import type { Config } from '../config.ts';
import { isUnsafe } from './origin.ts';

type Limit = 'writes' | RouteLimit;

/** A hook that counts a signed-in user's request. @throws AppError too-many-requests */
export type Limits = (limit: RouteLimit | undefined) => (request: FastifyRequest) => Promise<void>;

const WINDOW_S = 60;

/** Limits per user and minute. Each replica counts for itself: with n of them a user may have n times as much. */
export function createLimits(config: Config): Limits {
  const limiter = (points: number) => new RateLimiterMemory({ points, duration: WINDOW_S });
  const limiters: Record<Limit, RateLimiterMemory> = {
    writes: limiter(config.WRITES_PER_MINUTE),
    intents: limiter(config.INTENTS_PER_MINUTE),
    searches: limiter(config.SEARCHES_PER_MINUTE),
    pdfs: limiter(config.PDFS_PER_MINUTE),
  };
  const take = async (limit: Limit, userId: string) => {
    try {
      await limiters[limit].consume(userId);
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      throw new AppError('too-many-requests', { retryAfter: refused.msBeforeNext / 1_000 });
    }
  };
  return (limit) => async (request) => {
    const { session, method, query } = request;
    if (!session) return;
    if (isUnsafe(method)) await take('writes', session.user.id);
    if (limit === undefined || (limit === 'searches' && !isSearch(query))) return;
    await take(limit, session.user.id);
  };
}

const isSearch = (query: unknown): boolean =>
  typeof query === 'object' && query !== null && 'search' in query && query.search !== '';
