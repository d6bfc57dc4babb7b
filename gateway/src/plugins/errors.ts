import { AppError } from '@g2/terms/errors';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { errorPayload, retryAfterOf } from '../../contract/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Error code of the response; empty for a response without error. */
    errorCode: string;
    /** Cause of the error, for the log; empty for none. */
    errorCause: string;
  }
}

/** All errors get the error body of the contract, in pt-BR and without a stack trace. */
export function addErrors(app: FastifyInstance): void {
  app.decorateRequest('errorCode', '');
  app.decorateRequest('errorCause', '');
  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toAppError(error, request);
  request.errorCode = known.code;
  if (known.cause instanceof Error) request.errorCause = causeText(known.cause);
  if (known.code === 'internal') {
    request.log.error(
      { err: error, method: request.method, route: request.routeOptions.url },
      'request failed',
    );
  }
  const retryAfter = retryAfterOf(known);
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  // Removes headers that were set for the download or page that failed.
  for (const name of ['content-disposition', 'content-length', 'content-range', 'etag'])
    reply.removeHeader(name);
  return reply
    .code(known.httpStatus)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .serializer(JSON.stringify)
    .send(errorPayload(known, request.id));
}

/** The message says little without the code, such as that of a failed connection. */
const causeText = (cause: Error): string =>
  'code' in cause ? `${String(cause.code)}: ${cause.message}` : cause.message;

function toAppError(error: unknown, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    return fromValidation(error, request.routeOptions.config.absent ?? 'Registro não encontrado');
  }
  if (isFastifyError(error)) return fromFastify(error);
  return new AppError('internal');
}

type ValidationError = {
  validation: { instancePath: string; message?: string | undefined }[];
  validationContext?: string | undefined;
};

function fromValidation({ validation, validationContext }: ValidationError, absent: string): AppError {
  // No resource has a malformed id, so the error is `not-found`.
  if (validationContext === 'params') return new AppError('not-found', { message: absent });
  const fields: Record<string, string> = {};
  for (const { instancePath, message } of validation) {
    const path = instancePath.slice(1).replaceAll('/', '.');
    if (path !== '' && message) fields[path] ??= message;
  }
  const message = validation[0]?.message;
  return new AppError('invalid-input', { fields, ...(message ? { message } : {}) });
}

/** Checks only the status, because errors of the static file server have no code. */
const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number';

const MULTIPART_LIMITS = new Set(['FST_PARTS_LIMIT', 'FST_FILES_LIMIT', 'FST_FIELDS_LIMIT']);

function fromFastify(error: FastifyError): AppError {
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new AppError('unsupported-media-type');
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new AppError('payload-too-large');
  if (MULTIPART_LIMITS.has(error.code)) return new AppError('payload-too-large');
  if (error.code === 'FST_ERR_CTP_INVALID_JSON_BODY') {
    return new AppError('invalid-input', { message: 'O corpo da requisição não é um JSON válido.' });
  }
  if (error.code === 'FST_ERR_BAD_URL') {
    return new AppError('invalid-input', { message: 'Endereço inválido.' });
  }
  const status = error.statusCode ?? 500;
  if (status === 413) return new AppError('payload-too-large');
  if (status === 415 || status === 406) return new AppError('unsupported-media-type');
  if ([403, 404, 405, 414].includes(status)) return new AppError('not-found');
  if (status === 503) return new AppError('unavailable');
  if (status >= 400 && status < 500) {
    return new AppError('invalid-input', { message: 'Requisição inválida.' });
  }
  return new AppError('internal');
}
