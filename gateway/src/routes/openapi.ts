import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { openApiDocument } from '../openapi/document.ts';

export function addOpenApi(app: FastifyInstance, config: Config): void {
  let document: string | undefined;
  app.route({
    method: ['GET', 'HEAD'],
    url: '/api/openapi.json',
    handler: async (_request, reply) => {
      document ??= JSON.stringify(openApiDocument(config));
      return reply.type('application/json; charset=utf-8').serializer(String).send(document);
    },
  });
}
