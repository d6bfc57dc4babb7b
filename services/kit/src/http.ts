import { EventEmitter, once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '@g2/terms/errors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { httpsOptions, reloadRenewedCertificate } from './internal-tls.ts';
import type { Logger } from './log.ts';
import { httpDuration } from './metrics.ts';
import { addRequestContext, hasBody, requestIdOf } from './request-context.ts';

export type OpsServer = {
  app: FastifyInstance;
  listen(host: string, port: number): Promise<number>;
  /**
   * Keeps serving for `drainMs`, ending the connection with each response, then closes. After `graceMs` it cuts
   * the requests that still run.
   */
  stop(times: { drainMs: number; graceMs: number }): Promise<void>;
};

/**
 * Time after which our clients close an idle connection, ms. It must be shorter than the drain of a server: a request
 * sent while the server closes the connection is lost.
 */
export const CLIENT_KEEP_ALIVE_MS = 1_000;

/**
 * Serves /livez (the process runs) and /readyz (the start has finished and the database responds; peers do
 * not matter). Add routes before `listen`.
 * @param isTransfer true for requests with a long body, such as a file; other bodies must arrive within 15 s
 * @param tls folder of this program's certificate; absent: plain text
 */
export function createHttp(
  log: Logger,
  isReady: () => Promise<boolean>,
  isTransfer: IsTransfer = () => false,
  tls?: string,
): OpsServer {
  const loggerInstance: FastifyBaseLogger = log;
  const app: FastifyInstance = Fastify({
    ...httpsOptions(tls),
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: 0,
    genReqId: requestIdOf,
    requestIdHeader: false,
  });
  reloadRenewedCertificate(app.server, tls);
  const connections = endConnectionsWhenStopping(app);
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
    async stop({ drainMs, graceMs }) {
      connections.announceClose();
      const cut = () => app.server.closeAllConnections();
      const late = setTimeout(cut, Math.max(drainMs, graceMs));
      await delay(drainMs);
      await app.close();
      clearTimeout(late);
    },
  };
}

export type IsTransfer = (request: FastifyRequest) => boolean;

/** Time for a body to arrive, unless it is a transfer, ms (docs/architecture.md). */
const BODY_MS = 15_000;

/** Responds 408 to a body incomplete after `ms`. Node's `requestTimeout` is off: it would also limit transfers. */
export function limitBodies(app: FastifyInstance, isTransfer: IsTransfer, ms = BODY_MS): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { raw } = request;
    if (!hasBody(request) || isTransfer(request)) return done();
    const bodyTimer = setTimeout(() => {
      if (raw.complete) return;
      // The response was sent before the body was read: the rest is unneeded.
      if (reply.sent) return void raw.destroy();
      reply.raw.once('close', () => raw.destroy());
      reply.raw.once('finish', () => raw.destroy());
      reply.code(408).header('connection', 'close').send(new AppError('request-timeout'));
    }, ms);
    const stop = () => clearTimeout(bodyTimer);
    raw.once('end', stop).once('close', stop);
    done();
  });
}

/** Counts and times requests by route template, not by URL. */
export function measureRequests(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown';
    const status = `${Math.floor(reply.statusCode / 100)}xx`;
    httpDuration.observe({ route, method: request.method, status }, reply.elapsedTime / 1000);
    done();
  });
}

export type GracefulClose = {
  /** Adds `connection: close` to all responses, so that clients do not send into a connection about to close. */
  announceClose(): void;
  /** Resolves when no used connection is idle, at the latest after `ms`; choose more than the keep-alive time. */
  idleConnectionsClosed(ms: number): Promise<void>;
};

/** Ends idle connections at a stop; destroys those that never sent a request, which Node counts as busy. */
export function endConnectionsWhenStopping(app: FastifyInstance): GracefulClose {
  let stopping = false;
  const open = new Set<Socket>();
  /** Idle keep-alive connections. */
  const idleSockets = new Set<Socket>();
  const idleEvents = new EventEmitter();
  const markBusy = (socket: Socket) => {
    if (idleSockets.delete(socket) && idleSockets.size === 0) idleEvents.emit('all');
  };
  const trackSocket = (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => {
      open.delete(socket);
      markBusy(socket);
    });
  };
  app.server.on('connection', trackSocket);
  // With TLS, bytesRead of the raw socket includes the handshake; the secure socket counts requests only.
  app.server.on('secureConnection', trackSocket);
  app.addHook('preClose', async () => {
    stopping = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
  app.addHook('onRequest', (request, _reply, done) => {
    markBusy(request.raw.socket);
    done();
  });
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (stopping) reply.header('connection', 'close');
    done();
  });
  app.addHook('onResponse', (request, _reply, done) => {
    if (!request.raw.socket.destroyed) idleSockets.add(request.raw.socket);
    done();
  });
  return {
    announceClose() {
      stopping = true;
    },
    async idleConnectionsClosed(ms) {
      if (idleSockets.size > 0)
        await once(idleEvents, 'all', { signal: AbortSignal.timeout(ms) }).catch(() => undefined);
    },
  };
}
