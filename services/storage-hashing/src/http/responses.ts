import type { KeyRing } from '@g2/kit/actor';
import { asAppError, sqlState } from '@g2/kit/failure-class';
import type { Logger } from '@g2/kit/log';
import { AppError } from '@g2/terms/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';

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
