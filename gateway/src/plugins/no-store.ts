import type { FastifyInstance } from 'fastify';

/** Keeps out of every cache each answer that says nothing of its own about caches, whoever sends it. */
export function addNoStore(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });
}
