import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Origin, requestContext } from './log.ts';
import { contextFrom, inSpan, isTracing, SpanKind, SpanStatusCode } from './telemetry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs a function in this request's context, from wherever its bytes came; null without a body. */
    inContext: (<R>(work: () => R) => R) | null;
    endSpan: ((reply: FastifyReply) => void) | null;
  }
}

/** Asked every few seconds by whoever keeps watch: no traces. */
const PROBES = new Set(['/livez', '/readyz']);
const SANE_ID = /^[\w.-]{8,64}$/;

/** Takes over a caller's request id when it looks like one. Node's own is a tenth of `newId`, whose order nobody needs here. */
export function requestIdOf(raw: IncomingMessage): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : randomUUIDv7();
}

/** Gives every request its id, in logs, answers and calls, and a span when there is a collector. */
export function addRequestContext(app: FastifyInstance): void {
  const traced = isTracing();
  app.decorateRequest('inContext', null);
  app.decorateRequest('endSpan', null);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const enter = () =>
      requestContext.run({ requestId: request.id, origin: originOf(request) }, () => {
        if (hasBody(request)) request.inContext = AsyncLocalStorage.snapshot();
        done();
      });
    if (traced && !PROBES.has(request.url)) span(request, enter);
    else enter();
  });
  // A body's bytes arrive in the connection's context, not in the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.inContext) request.inContext(done);
    else done();
  });
  if (traced) {
    app.addHook('onResponse', (request, reply, done) => {
      request.endSpan?.(reply);
      done();
    });
  }
}

/** What of a browser's name is kept; a header between programs takes printable ASCII alone. */
const AGENT_MAX = 300;
const UNPRINTABLE = /[^\x20-\x7e]/g;

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  agent: (headers['user-agent'] ?? '').replaceAll(UNPRINTABLE, '').slice(0, AGENT_MAX),
});

/** True when a body was announced. */
export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function span(request: FastifyRequest, enter: () => void): void {
  const route = request.routeOptions.url ?? 'unknown';
  const parent = request.headers.traceparent;
  void inSpan(
    `${request.method} ${route}`,
    SpanKind.SERVER,
    { 'http.request.method': request.method, 'http.route': route },
    (own) =>
      new Promise<void>((resolve) => {
        request.endSpan = ({ statusCode }) => {
          own.setAttribute('http.response.status_code', statusCode);
          if (statusCode >= 500) own.setStatus({ code: SpanStatusCode.ERROR });
          resolve();
        };
        enter();
      }),
    contextFrom(typeof parent === 'string' ? parent : undefined),
  );
}
