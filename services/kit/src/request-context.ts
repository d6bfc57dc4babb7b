import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Origin, requestContext } from './log.ts';
import { contextFrom, inSpan, isTracing, SpanKind, SpanStatusCode } from './telemetry.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs a function in this request's async context; null when the request has no body. */
    inContext: (<R>(work: () => R) => R) | null;
    endSpan: ((reply: FastifyReply) => void) | null;
  }
}

/** Paths that are not traced, because probes request them every few seconds. */
const PROBES = new Set(['/livez', '/readyz']);
const REQUEST_ID = /^[\w.-]{8,64}$/;

/** Reuses a well-formed id, else creates one. Node's UUID costs a tenth of `newId`; request ids need no order. */
export function requestIdOf(raw: IncomingMessage): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUIDv7();
}

/** Adds the request id to the logs, response and rpcs of each request, and with a trace collector a span. */
export function addRequestContext(app: FastifyInstance): void {
  const traced = isTracing();
  app.decorateRequest('inContext', null);
  app.decorateRequest('endSpan', null);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const runRequest = () =>
      requestContext.run({ requestId: request.id, origin: originOf(request) }, () => {
        if (hasBody(request)) request.inContext = AsyncLocalStorage.snapshot();
        done();
      });
    if (traced && !PROBES.has(request.url)) startRequestSpan(request, runRequest);
    else runRequest();
  });
  // The body arrives in the async context of the connection. Continue in the context of the request.
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

/** The user agent is cut to this length and reduced to printable ASCII, as gRPC metadata requires. */
const AGENT_MAX = 300;
const UNPRINTABLE = /[^\x20-\x7e]/g;

const originOf = ({ ip, headers }: FastifyRequest): Origin => ({
  address: ip,
  agent: (headers['user-agent'] ?? '').replaceAll(UNPRINTABLE, '').slice(0, AGENT_MAX),
});

export const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;

function startRequestSpan(request: FastifyRequest, runRequest: () => void): void {
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
        runRequest();
      }),
    contextFrom(typeof parent === 'string' ? parent : undefined),
  );
}
