import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from './log.ts';
import { startMetrics } from './metrics.ts';

export type OpsServer = { app: FastifyInstance; listen(host: string, port: number): Promise<number> };

/**
 * The HTTP server every service has: /livez (the process), /readyz (its own start, migrations, own database; never
 * a peer), /metrics. A service may add routes before it listens. No total time limit: bodies may be slow, not idle.
 */
export function createHttp(log: Logger, isReady: () => Promise<boolean>): OpsServer {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 0,
  });
  const metrics = startMetrics();
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready' });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.type(metrics.contentType).send(await metrics.metrics()),
  );
  return {
    app,
    async listen(host, port) {
      await app.listen({ host, port });
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : port;
    },
  };
}
