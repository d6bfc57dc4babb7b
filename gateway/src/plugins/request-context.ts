import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage } from 'node:http';
import { newId } from '@g2/kit/ids';
import { requestContext } from '@g2/kit/log';
import { contextFrom, inSpan, SpanKind } from '@g2/kit/telemetry';
import type { FastifyInstance, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Runs a function in this request's context, from wherever its bytes came. */
    inContext: (<R>(work: () => R) => R) | null;
    endSpan: (() => void) | null;
  }
}

const SANE_ID = /^[\w.-]{8,64}$/;

/** Takes over a caller's request id when it looks like one. */
export function requestIdOf(raw: IncomingMessage): string {
  const given = raw.headers['x-request-id'];
  return typeof given === 'string' && SANE_ID.test(given) ? given : newId();
}

/** Gives every request its id, in logs, answers and calls, and a span when there is a collector. */
export function addRequestContext(app: FastifyInstance, traced: boolean): void {
  app.decorateRequest('inContext', null);
  app.decorateRequest('endSpan', null);

  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    const enter = () =>
      requestContext.run({ requestId: request.id }, () => {
        request.inContext = AsyncLocalStorage.snapshot();
        done();
      });
    if (traced) span(request, enter);
    else enter();
  });
  // A body's bytes arrive in the connection's context, not in the request's.
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.inContext) request.inContext(done);
    else done();
  });
  if (traced) {
    app.addHook('onResponse', (request, _reply, done) => {
      request.endSpan?.();
      done();
    });
  }
}

function span(request: FastifyRequest, enter: () => void): void {
  const route = request.routeOptions.url ?? 'unknown';
  const parent = request.headers.traceparent;
  void inSpan(
    `${request.method} ${route}`,
    SpanKind.SERVER,
    { 'http.request.method': request.method, 'http.route': route },
    () =>
      new Promise<void>((resolve) => {
        request.endSpan = resolve;
        enter();
      }),
    contextFrom(typeof parent === 'string' ? parent : undefined),
  );
}
