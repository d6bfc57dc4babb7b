import type { FastifyInstance } from 'fastify';

/** Default for responses without their own cache-control. */
export function addNoStore(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
