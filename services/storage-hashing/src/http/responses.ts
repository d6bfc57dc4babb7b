import type { IncomingMessage, ServerResponse } from 'node:http';
import type { KeyRing } from '@g2/kit/actor';
import { asAppError, sqlState } from '@g2/kit/failure-class';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

/** How long a refused client may keep sending, ms. */
const DISCARD_MS = 5_000;

/** @throws AppError unauthenticated */
export async function verifyTicket<T extends z.ZodType>(
  request: FastifyRequest,
  keys: KeyRing,
  kind: string,
  shape: T,
): Promise<z.infer<T>> {
  const [scheme, token] = request.headers.authorization?.split(' ') ?? [];
  if (scheme?.toLowerCase() !== 'bearer' || !token) throw new AppError('unauthenticated');
  const claims = shape.safeParse(await keys.verify(token, kind, 'registration'));
  if (!claims.success) throw new AppError('unauthenticated');
  return claims.data;
}

/** Logs an unexpected error. Never returns `outcome-unknown`, since the client can query the state of its upload. */
export function toAppError(error: unknown, log: Logger): AppError {
  const known = asAppError(error);
  if (known instanceof AppError && known.code !== 'outcome-unknown') return known;
  // 42P01 (undefined_table): the migrations have not run yet.
  if (sqlState(error) !== '42P01') log.error({ err: error }, 'transfer failed');
  return new AppError('unavailable', { retryAfter: 2 });
}

export function sendError(reply: FastifyReply, error: AppError): FastifyReply {
  if (error.detail.retryAfter !== undefined) reply.header('retry-after', error.detail.retryAfter);
  return reply.code(error.httpStatus).send({ code: error.code, message: error.message });
}

/** Discards the body: closing a connection with unread bytes would reset it, and the client would lose the response. */
export function sendRefusal(source: IncomingMessage, reply: FastifyReply, error: AppError): FastifyReply {
  if (source.complete) return sendError(reply, error);
  reply.hijack();
  const response = reply.raw;
  if (!response.destroyed) lingeringResponse(source, response, error);
  return reply;
}

function lingeringResponse(source: IncomingMessage, response: ServerResponse, error: AppError): void {
  const body = Buffer.from(JSON.stringify({ code: error.code, message: error.message }));
  if (error.detail.retryAfter !== undefined) response.setHeader('retry-after', error.detail.retryAfter);
  response.writeHead(error.httpStatus, {
    'content-type': 'application/json; charset=utf-8',
    'content-length': body.length,
    connection: 'close',
  });
  response.write(body);
  const end = () => {
    clearTimeout(late);
    response.end();
    if (!source.complete) source.destroy();
  };
  const late = setTimeout(end, DISCARD_MS);
  source.once('end', end).once('close', end);
  source.on('error', end);
  source.resume();
}
