import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { addDownload } from './download.ts';
import { sendError, toAppError } from './responses.ts';
import { addResumable } from './resumable.ts';
import { addUpload } from './upload.ts';

/** File transfer routes (docs/architecture.md), each with a ticket signed by registration. */
export const httpRoutes =
  (parts: Deps) =>
  (app: FastifyInstance): void => {
    app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      // Keeps the body a stream for every content type.
      scope.addContentTypeParser('*', (_request, _body, done) => done(null));
      scope.setErrorHandler((error, _request, reply) => sendError(reply, toAppError(error, parts.log)));
      addUpload(scope, parts);
      addResumable(scope, parts);
      addDownload(scope, parts);
    });
  };

/** Uploads have their own time limit (intake/receive.ts). */
export const isUpload = (request: FastifyRequest): boolean => request.routeOptions.url === '/uploads';
