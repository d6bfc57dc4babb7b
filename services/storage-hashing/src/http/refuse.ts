import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AppError } from '@g2/terms/errors';
import type { FastifyReply } from 'fastify';
import { sendError } from './responses.ts';

/** How long a refused client may keep sending, ms. */
const DISCARD_MS = 5_000;

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
