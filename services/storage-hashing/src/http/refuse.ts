import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@g2/terms/errors';
import type { FastifyReply } from 'fastify';
import { sendError } from './answers.ts';

/** How long a refused sender may go on before its connection is cut. */
const LINGER_MS = 5_000;

/**
 * Answers a refusal so that a sender still in the middle of its body reads it: closing with bytes unread would
 * reset the connection under the answer. So the answer goes out complete, what still comes is thrown away for a
 * moment, and then the connection ends.
 */
export function refuse(source: IncomingMessage, reply: FastifyReply, error: AppError): FastifyReply {
  if (source.complete) return sendError(reply, error);
  reply.hijack();
  const response = reply.raw;
  if (!response.destroyed) lingeringAnswer(source, response, error);
  return reply;
}

function lingeringAnswer(source: IncomingMessage, response: ServerResponse, error: AppError): void {
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
  const late = setTimeout(end, LINGER_MS);
  source.once('end', end).once('close', end);
  source.on('error', end);
  source.resume();
}
