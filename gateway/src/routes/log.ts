import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { retryAfterOf } from '../../contract/errors.ts';
import type { Deps } from '../route.ts';
import { allowAnyOrigin } from './certificates.ts';

const TEXT = 'text/plain; charset=utf-8';
/** Paths of tiles and entry bundles. The index is in groups of three digits; `.p/<width>` marks a partial tile. */
const TILE = /^tile\/(?:\d{1,2}|entries)\/(?:x\d{3}\/){0,6}\d{3}(?:\.p\/\d{1,3})?$/;
const FOR_EVER = 'public, max-age=31536000, immutable';

/**
 * Routes of the public log: C2SP tlog-tiles (`/log/checkpoint`,
 * `/log/tile/…`) and the log's key. Errors are plain text.
 */
export function addLog(app: FastifyInstance, { clients, addressLimits }: Deps): void {
  app.register(async (log) => {
    log.setErrorHandler(sendPlainError);
    log.addHook('onRequest', allowAnyOrigin);
    log.addHook('onRequest', addressLimits.logReads);

    const read = async (path: string, reply: FastifyReply) => {
      const { content, final } = await clients.certificates.readLog({ path });
      reply.header('cache-control', final ? FOR_EVER : path === 'checkpoint' ? 'no-store' : 'no-cache');
      return Buffer.from(content);
    };
    const method = ['GET', 'HEAD'];
    for (const path of ['checkpoint', 'key']) {
      log.route({
        method,
        url: `/log/${path}`,
        handler: async (_request, reply) => reply.type(TEXT).send(await read(path, reply)),
      });
    }
    log.route<{ Params: { '*': string } }>({
      method,
      url: '/log/tile/*',
      handler: async (request, reply) => {
        const path = `tile/${request.params['*']}`;
        if (!TILE.test(path)) throw new AppError('not-found');
        const content = await read(path, reply);
        reply.type('application/octet-stream');
        return path.startsWith('tile/entries/')
          ? sendCompressed(content, request, reply)
          : reply.send(content);
      },
    });
    log.all('/log', () => Promise.reject(new AppError('not-found')));
    log.all('/log/*', () => Promise.reject(new AppError('not-found')));
  });
}

/** Used for entry bundles only, because hashes do not compress. */
async function sendCompressed(
  content: Buffer,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  reply.header('vary', 'accept-encoding');
  if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) === null) return reply.send(content);
  return reply.header('content-encoding', 'gzip').send(await promisify(gzip)(content));
}

function sendPlainError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = error instanceof AppError ? error : new AppError('internal');
  if (known.code === 'internal') request.log.error({ err: error }, 'log not read');
  // A malformed path counts as a missing resource.
  const status = known.code === 'invalid-input' ? 404 : known.httpStatus;
  const retryAfter = retryAfterOf(known);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type(TEXT)
    .send(`${PLAIN[status] ?? 'error'}\n`);
}

const PLAIN: Readonly<Record<number, string>> = {
  404: 'not found',
  429: 'too many requests',
  503: 'unavailable',
};
