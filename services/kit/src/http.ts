import type { Socket } from 'node:net';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Logger } from './log.ts';
import { httpDuration } from './metrics.ts';
import { addRequestContext, requestIdOf } from './request-context.ts';

export type OpsServer = { app: FastifyInstance; listen(host: string, port: number): Promise<number> };

/**
 * The HTTP server every service has: /livez (the process), /readyz (its own start, migrations, own database; never
 * a peer). A service may add routes before it listens. No total time limit: bodies may be slow, not idle.
 */
export function createHttp(log: Logger, isReady: () => Promise<boolean>): OpsServer {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 0,
    genReqId: requestIdOf,
    requestIdHeader: false,
  });
  endConnectionsWhenStopping(app);
  addRequestContext(app);
  measureRequests(app);
  app.get('/livez', async () => ({ status: 'ok' }));
  app.get('/readyz', async (_request, reply) => {
    const ready = await isReady().catch(() => false);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready' });
  });
  return {
    app,
    async listen(host, port) {
      await app.listen({ host, port });
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : port;
    },
  };
}

/** Counts and times every request by its route's template, never by its address. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    httpDuration.observe({ route, method: request.method, status }, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * An answer given while the server closes ends its connection: kept alive, it would hold the stop up for a minute.
 * So would a connection on which nothing was ever asked: Node counts it as busy until its headers are overdue.
 */
export function endConnectionsWhenStopping(app: FastifyInstance): void {
  let stopping = false;
  const open = new Set<Socket>();
  app.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
