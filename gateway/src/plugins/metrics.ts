import { Histogram, startMetrics } from '@g2/kit/metrics';
import type { FastifyInstance } from 'fastify';

const httpDuration = new Histogram({
  name: 'g2_http_duration_seconds',
  help: 'Duration of HTTP requests, by route template, method and status class',
  labelNames: ['route', 'method', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60],
});

/** /livez (the process), /readyz (own start only, never a peer) and /metrics; and the count of every request. */
export function addProbes(app: FastifyInstance, isReady: () => boolean): void {
  const metrics = startMetrics();
  app.get('/livez', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const ready = isReady();
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready' });
  });
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );

  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    httpDuration.observe({ route, method: request.method, status }, reply.elapsedTime / 1000);
    const line = {
      method: request.method,
      route,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // The route's template, never the address: a search may hold personal data.
    if (reply.statusCode >= 500) request.log.warn(line, 'request');
    else if (request.method === 'GET') request.log.debug(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
