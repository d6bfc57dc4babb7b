import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';

/** An answer to HEAD takes nothing from a stream: what would be read, written or mailed on the way does not happen. */
export function addHead(app: FastifyInstance): void {
  app.addHook('onSend', async ({ method }, _reply, payload) => {
    if (method !== 'HEAD' || !(payload instanceof Readable)) return payload;
    payload.on('error', () => {}).destroy();
    return null;
  });
}
