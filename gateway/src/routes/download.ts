import type { FastifyInstance } from 'fastify';
import { fileRoutes } from '../../contract/routes/files.ts';
import { sendAttachment } from '../disposition.ts';
import { createAllowance } from '../files/semaphore.ts';
import type { StorageClient } from '../files/storage-client.ts';
import { cutUnreadDownload } from '../files/transfer.ts';
import { type Deps, route } from '../route.ts';

const ASKED = ['range', 'if-range', 'if-none-match'] as const;
const ANSWERED = ['content-length', 'content-range', 'accept-ranges', 'etag', 'last-modified'] as const;

/** Maximum number of concurrent downloads per user and replica. */
const DOWNLOADS = 6;

export function addDownload(app: FastifyInstance, deps: Deps, storage: StorageClient): void {
  const allowance = createAllowance(
    DOWNLOADS,
    `Você já tem ${DOWNLOADS} downloads em andamento. Aguarde um deles terminar.`,
  );

  route(app, deps, fileRoutes.downloadFile, async ({ params, session, call, request, reply }) => {
    const leave = allowance.acquire(session.user.id);
    if (reply.raw.closed) leave();
    else reply.raw.once('close', leave);
    const { ticket, fileName } = await deps.clients.registrations.startDownload(params, call);
    const input: Record<string, string> = {};
    for (const name of ASKED) {
      const value = request.headers[name];
      if (typeof value === 'string') input[name] = value;
    }
    const isHead = request.method === 'HEAD';
    const found = await storage.get(ticket, input, isHead ? 'HEAD' : 'GET');
    for (const name of ANSWERED) {
      const value = found.headers[name];
      if (typeof value === 'string') reply.header(name, value);
    }
    if (found.statusCode === 304) {
      found.body.resume();
      return reply.code(304).header('cache-control', 'private, no-store').send();
    }
    if (isHead) found.body.resume();
    else cutUnreadDownload(reply.raw, deps.config.TRANSFER_IDLE_MS);
    const { media } = fileRoutes.downloadFile.file;
    return sendAttachment(reply.code(found.statusCode), fileName, media, isHead ? undefined : found.body);
  });
}
