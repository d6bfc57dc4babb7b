import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUnsafe } from '../../contract/routes/route.ts';
import type { Config } from '../config.ts';
import { bearerOf } from './bearer.ts';

/** Own origins: that of PUBLIC_URL and, if it is local, localhost and 127.0.0.1. */
function ownOrigins(config: Pick<Config, 'PUBLIC_URL' | 'IS_LOCAL'>): Set<string> {
  const { origin, port } = new URL(config.PUBLIC_URL);
  if (!config.IS_LOCAL) return new Set([origin]);
  const suffix = port === '' ? '' : `:${port}`;
  return new Set([origin, `http://localhost${suffix}`, `http://127.0.0.1${suffix}`]);
}

/** Refuses cross-site reads (links, images); programs omit Sec-Fetch-Site. @throws AppError foreign-origin */
export async function refuseCrossSite({ headers }: Pick<FastifyRequest, 'headers'>): Promise<void> {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new AppError('foreign-origin');
}

/** CSRF protection (api-rules H3). Does not apply to requests with an API token, because they use no cookie. */
export function addOriginCheck(app: FastifyInstance, config: Config): void {
  const own = ownOrigins(config);
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isUnsafe(request.method) || bearerOf(request) !== undefined) return done();
    const { origin } = request.headers;
    const foreign =
      origin === undefined ? request.headers['sec-fetch-site'] === 'cross-site' : !own.has(origin);
    return foreign ? done(new AppError('foreign-origin')) : done();
  });
}
