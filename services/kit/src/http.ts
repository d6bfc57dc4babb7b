import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { AppError } from '@g2/terms/errors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { followRenewals, httpsIn } from './inside-tls.ts';
import type { Logger } from './log.ts';
import { httpDuration } from './metrics.ts';
import { addRequestContext, hasBody, requestIdOf } from './request-context.ts';

export type OpsServer = { app: FastifyInstance; listen(host: string, port: number): Promise<number> };

/**
 * The HTTP server every service has: /livez (the process), /readyz (its own start, migrations, own database; never
 * a peer). A service may add routes before it listens.
 * @param isTransfer names the requests whose bodies may be slow, as long as they are not idle; every other has 15 s
 * @param tls folder of this program's certificate; absent: in plain
 */
export function createHttp(
  log: Logger,
  isReady: () => Promise<boolean>,
  isTransfer: IsTransfer = () => false,
  tls?: string,
): OpsServer {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    ...httpsIn(tls),
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 0,
    genReqId: requestIdOf,
    requestIdHeader: false,
  });
  followRenewals(app.server, tls);
  endConnectionsWhenStopping(app);
  limitBodies(app, isTransfer);
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

export type IsTransfer = (request: FastifyRequest) => boolean;

/** How long a body may take to arrive that is no transfer, ms (docs/architecture.md). */
const BODY_MS = 15_000;

/**
 * Gives every body but a transfer's 15 s to arrive; then it is answered 408 and its connection ends. Node's own
 * `requestTimeout` counts transfers too, and is off.
 */
export function limitBodies(app: FastifyInstance, isTransfer: IsTransfer, ms = BODY_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(request) || isTransfer(request)) return done();
    const late = setTimeout(() => {
      if (raw.complete) return;
      // Answered before it was read: nobody waits for the rest.
      if (reply.sent) return void raw.destroy();
      reply.raw.once('close', () => raw.destroy());
      reply.raw.once('finish', () => raw.destroy());
      reply.code(408).header('connection', 'close').send(new AppError('request-timeout'));
    }, ms);
    const stop = () => clearTimeout(late);
    raw.once('end', stop).once('close', stop);
    done();
  });
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

export type Connections = {
  /**
   * From now on each answer is the last of its connection, before the server closes: a client told so sends nothing more
   * into it, where one that finds it closed may have sent already.
   */
  say(): void;
  /**
   * @returns once no connection is kept on which nothing is asked, or after `ms`: longer than connections are kept, its client
   * has given it up by then. A connection on which nothing was ever asked is not waited for.
   */
  told(ms: number): Promise<void>;
};

/**
 * An answer given while the server closes ends its connection: kept alive, it would hold the stop up for a minute.
 * So would a connection on which nothing was ever asked: Node counts it as busy until its headers are overdue.
 */
export function endConnectionsWhenStopping(app: FastifyInstance): Connections {
  let stopping = false;
  const open = new Set<Socket>();
  /** Answered, and nothing asked since. */
  const kept = new Set<Socket>();
  const left = new EventEmitter();
  const unkeep = (socket: Socket) => {
    if (kept.delete(socket) && kept.size === 0) left.emit('all');
  };
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      unkeep(socket);
    });
  };
  app.server.on('connection', keep);
  // By TLS a connection has said something before anything is asked on it: what it then carries is counted apart.
  app.server.on('secureConnection', keep);
  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    unkeep(request.raw.socket);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.socket.destroyed) kept.add(request.raw.socket);
    done();
  });
  return {
    say() {
      stopping = true;
    },
    async told(ms) {
      if (kept.size > 0) await once(left, 'all', { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
    },
  };
}
