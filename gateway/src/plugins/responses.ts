import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** Destroys the stream of a HEAD response unread, so that its side effects (mails, reads) do not happen. */
export function addHead(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method }, _reply, payload) => {
    if (method !== 'HEAD' || !(payload instanceof Readable)) return payload;
    payload.on('error', () => {}).destroy();
    return null;
  });
}

export function addNoStore(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
