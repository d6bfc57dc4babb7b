import type { KeyRing } from '@g2/kit/actor';
import { asAppError, sqlState } from '@g2/kit/failure';
import type { Clock } from '@g2/kit/ids';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Config } from './config.ts';
import { addDownload } from './download.ts';
import type { Objects } from './objects.ts';
import type { Store } from './store.ts';
import { addUpload } from './upload.ts';

export type HttpParts = {
  config: Config;
  log: Logger;
  clock: Clock;
  keys: KeyRing;
  store: Store;
  objects: Objects;
};

/** The bytes' way in and out (design "File bytes"), each under a ticket that registration signed. */
export const httpRoutes =
  (parts: HttpParts) =>
  (app: FastifyInstance): void => {
    app.addHook('preClose', (done) => {
      // Transfers may be slow for hours; a stop is not.
      setTimeout(() => app.server.closeAllConnections(), parts.config.SHUTDOWN_GRACE_MS).unref();
      done();
    });
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // The body stays a stream, whatever it calls itself.
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.setErrorHandler((error, _request, reply) => sendError(reply, knownError(error, parts.log)));
      addUpload(scope, parts);
      addDownload(scope, parts);
    });
  };

/** Whose body is a file: it may be slow, by its own rule (intake.ts). */
export const isUpload = (request: FastifyRequest): boolean => request.routeOptions.url === '/uploads';

/** The claims of the request's bearer ticket; @throws AppError unauthenticated */
export async function ticketOf<T extends z.ZodType>(
  request: FastifyRequest,
  keys: KeyRing,
  kind: string,
  shape: T,
): Promise<z.infer<T>> {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('unauthenticated');
  const claims = shape.safeParse(await keys.verify(token, kind, 'registration'));
  if (!claims.success) throw new AppError('unauthenticated');
  return claims.data;
}

/** Whatever was thrown as the AppError to answer with; what is nobody's input is logged and told as unavailable. */
export function knownError(error: unknown, log: Logger): AppError {
  const known = asAppError(error);
  if (known instanceof AppError) return known;
  // 42P01: the migrations have not run yet.
  if (sqlState(error) !== '42P01') log.error({ err: error }, 'transfer failed');
  return new AppError('unavailable', { retryAfter: 2 });
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.detail.retryAfter !== undefined) reply.header('retry-after', error.detail.retryAfter);
  return reply.code(error.httpStatus).send({ code: error.code, message: error.message });
}
