import { type IsTransfer, limitBodies } from '@g2/kit/http';
import { hasBody } from '@g2/kit/request-context';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';

const TRANSFERS: readonly string[] = [fileRoutes.uploadFile.path, fileRoutes.continueUpload.path];

const COMPRESSED = 'O corpo da requisição não pode vir comprimido.';

const isUpload: IsTransfer = ({ routeOptions }) => TRANSFERS.includes(routeOptions.url ?? '');

/** Accepts only uncompressed bodies, with a 15 s time-out. Uploads have a pace limit instead (files/transfer.ts). */
export function addBodyLimits(app: FastifyInstance, ms?: number): void {
  limitBodies(app, isUpload, ms);
  app.addHook('preParsing', (request, reply, _payload, done) => {
    const coding = request.headers['content-encoding'] ?? 'identity';
    if (!hasBody(request) || coding.toLowerCase() === 'identity') return done();
    reply.header('accept-encoding', 'identity');
    return done(new AppError('unsupported-media-type', { message: COMPRESSED }));
  });
}
