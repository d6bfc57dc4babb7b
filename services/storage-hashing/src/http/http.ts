import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { knownError, sendError } from './answers.ts';
import { addDownload } from './download.ts';
import { addResumable } from './resumable.ts';
import { addUpload } from './upload.ts';

/** The bytes' way in and out (docs/architecture.md), each under a ticket that registration signed. */
export const httpRoutes =
  (parts: Deps) =>
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
      addResumable(scope, parts);
      addDownload(scope, parts);
    });
  };

/** Whose body is a file: it may be slow, by its own rule (intake.ts). */
export const isUpload = (request: FastifyRequest): boolean => request.routeOptions.url === '/uploads';
