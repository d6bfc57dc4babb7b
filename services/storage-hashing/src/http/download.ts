import { matchesEtag } from '@g2/kit/headers';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { byteRange } from '../domain/range.ts';
import { downloadTicket } from '../tickets.ts';
import { verifyTicket } from './responses.ts';

/** GET and HEAD /objects: the ticket's object, whole or one range (RFC 9110 §14). */
export function addDownload(app: FastifyInstance, parts: Deps): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/objects',
    handler: (request, reply) => download(request, reply, parts),
  });
}

async function download(
  request: FastifyRequest,
  reply: FastifyReply,
  { keys, objects, config }: Deps,
): Promise<FastifyReply> {
  const { objectKey, sha256, use } = await verifyTicket(request, keys, 'download-ticket', downloadTicket);
  if (use !== 'archive') throw new AppError('unauthenticated');
  const found = await objects.stat(objectKey);
  if (!found) throw new AppError('not-found', { message: 'Arquivo não encontrado.' });
  const { size } = found;
  const etag = `"${sha256}"`;
  const range = byteRange(rangeHeader(request, etag), size);
  reply.headers({ etag, 'accept-ranges': 'bytes', 'cache-control': 'private, no-store' });
  // If-None-Match precedes Range (RFC 9110 §13.2.2).
  if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send();
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${size}`).send();

  reply.type('application/zip').header('content-length', range ? range.end - range.start + 1 : size);
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${size}`);
  if (request.method === 'HEAD') return reply.send();
  // Ends a stalled download. Node counts any socket progress, so a slow client continues.
  reply.raw.setTimeout(config.IDLE_MS, () => reply.raw.destroy());
  return reply.send(await objects.get(objectKey, range));
}

/** The Range header; it counts only for GET and with a matching If-Range. */
function rangeHeader(request: FastifyRequest, etag: string): string | undefined {
  const condition = request.headers['if-range'];
  const holds = condition === undefined || condition === etag;
  return request.method === 'GET' && holds ? request.headers.range : undefined;
}
