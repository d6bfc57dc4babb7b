import type { FastifyInstance, FastifySerializerCompiler } from 'fastify';
import { ResponseSerializationError, validatorCompiler } from 'fastify-type-provider-zod';
import type { Schema } from '../../contract/routes/route.ts';

/** Zod schemas check what comes in, and let out what they name. */
export function addSchemas(app: FastifyInstance): void {
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
}

/**
 * Answers as JSON of what their schema names; @throws when one is not in its shape. No answer's schema transforms, so that
 * it is parsed as input is: the type provider's own goes through it backwards, in twice the time.
 */
export const serializerCompiler: FastifySerializerCompiler<Schema> = ({ schema, method, url }) => {
  return (answer) => {
    const { error, data } = schema.safeParse(answer);
    if (error) throw new ResponseSerializationError(method, url, { cause: error });
    return JSON.stringify(data);
  };
};
