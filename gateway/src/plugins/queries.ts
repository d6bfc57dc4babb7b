import type { FastifyInstance } from 'fastify';
import { decodePercent } from '../encodings.ts';

/** Refuses a query that is no percent-encoded UTF-8: Fastify reads such a value as it is written. */
export function addQueryCheck(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ url }) => {
    const at = url.indexOf('?');
    if (at !== -1 && url.includes('%', at)) decodePercent(url.slice(at));
  });
}
