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
  endConnectionsWhenStopping(app);
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

/** An answer given while the server closes ends its connection: kept alive, it would hold the stop up for a minute. */
export function endConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
