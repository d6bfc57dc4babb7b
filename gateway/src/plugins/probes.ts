import { measureRequests } from '@g2/kit/http';
import type { FastifyInstance } from 'fastify';

/** /readyz reports the state of this process only, never that of another service. */
export function addProbes(app: FastifyInstance, isReady: () => boolean): void {
  const method = ['GET', 'HEAD'];
  app.route({ method, url: '/livez', handler: async () => ({ status: 'ok' }) });
  app.route({
    method,
    url: '/readyz',
    handler: async (_request, reply) => {
      const ready = isReady();
      return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not-ready' });
    },
  });
  measureRequests(app);
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'unknown',
      status: statusCode,
      ms: Math.round(reply.elapsedTime),
    };
    // Logs the route template, and neither the URL nor the IP address, which may be personal data.
    if (statusCode >= 500) {
      const { errorCode: code, errorCause: cause } = request;
      request.log.warn({ ...line, code, cause }, 'request');
    } else if (statusCode === 401 || statusCode === 403) {
      const { errorCode: code, session } = request;
      request.log.info({ ...line, code, userId: session?.user.id }, 'request refused');
    } else if (request.method === 'GET') request.log.debug(line, 'request');
    else request.log.info(line, 'request');
    done();
  });
}
