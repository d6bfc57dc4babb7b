import swagger from '@fastify/swagger';
import { errorCodes } from '@g2/terms/errors';
import type { FastifyInstance } from 'fastify';
import {
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  serializerCompiler,
  validatorCompiler,
} from 'fastify-type-provider-zod';
import type { Config } from '../config.ts';

/** Validation, serialisation and the document of both come from the same zod schemas. */
export async function addOpenApi(app: FastifyInstance, config: Config): Promise<void> {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'G2 Software Registry',
        version: '1.0.0',
        description:
          'Registro de autoria de software. Valores em centavos, créditos em centésimos, tamanhos em bytes, ' +
          'datas ISO 8601 em UTC. `x-roles` diz quem pode chamar cada operação; ausente, qualquer um. ' +
          'Um 503 `unavailable` diz que nada foi feito; um 503 `outcome-unknown`, que a operação pode ter sido feita: ' +
          'repetida com a mesma Idempotency-Key, não é feita duas vezes. ' +
          `Códigos de erro: ${errorCodes.join(', ')}.`,
      },
      servers: [{ url: config.PUBLIC_URL }],
      components: {
        securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: config.SESSION_COOKIE } },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
}

/** Served last, when every route is known; made once. */
export function addOpenApiRoute(app: FastifyInstance): void {
  let document: string | undefined;
  app.get('/api/openapi.json', { schema: { hide: true } }, async (_request, reply) => {
    document ??= JSON.stringify(app.swagger());
    return reply.type('application/json; charset=utf-8').serializer(String).send(document);
  });
}
