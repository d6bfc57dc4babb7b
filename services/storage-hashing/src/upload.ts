import type { IncomingMessage, ServerResponse } from 'node:http';
import { wordOf } from '@g2/kit/failure';
import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownError, sendError, ticketOf } from './answers.ts';
import type { Deps } from './deps.ts';
import { objectKey } from './domain/object-key.ts';
import { type Digest, receive } from './intake.ts';
import { uploadBytes, uploadDuration } from './metrics.ts';
import { type UploadReceipt, type UploadTicket, uploadTicket } from './tickets.ts';
import { inspectZip } from './zip.ts';

/** Registration commits within this; later its ticket has expired and the object goes. */
const RECEIPT_SECONDS = 86_400;
/** How long a refused sender may go on before its connection is cut. */
const LINGER_MS = 5_000;

/** PUT /uploads: takes one file in under a one-time ticket, answers a signed receipt. */
export function addUpload(app: FastifyInstance, parts: Deps): void {
  app.put('/uploads', async (request, reply) => {
    const timer = uploadDuration.startTimer();
    try {
      const stored = await upload(request, parts);
      uploadBytes.inc(stored.size);
      timer({ outcome: 'stored' });
      return stored;
    } catch (error) {
      const refusal = knownError(error, parts.log);
      timer({ outcome: refusal.code });
      return refuse(request.raw, reply, refusal);
    }
  });
}

async function upload(request: FastifyRequest, parts: Deps) {
  const { keys, store, config, clock } = parts;
  const ticket = await ticketOf(request, keys, 'upload-ticket', uploadTicket);
  const length = declaredLength(request, config.MAX_UPLOAD_BYTES);
  const key = objectKey(newId());
  if (!(await store.claimUpload(ticket, key, clock()))) throw new AppError('upload-ticket-used');

  const { sha256, sha512, size, entries } = await take(request.raw, parts, { ticket, key, length });
  const { jti, registrationId, userId, fileName } = ticket;
  const receipt: UploadReceipt = {
    jti,
    registrationId,
    userId,
    fileName,
    objectKey: key,
    sha256,
    sha512,
    size,
    entries,
  };
  const signed = await keys.sign('upload-receipt', receipt, RECEIPT_SECONDS);
  return { receipt: signed, sha256, size, fileName, entries };
}

/** The Content-Length, undefined for a chunked body; @throws AppError file-too-large, file-empty */
function declaredLength(request: FastifyRequest, limit: number): number | undefined {
  const { 'content-length': header, 'transfer-encoding': chunked } = request.headers;
  if (chunked !== undefined) return undefined;
  const length = Number(header ?? 0);
  if (length > limit) throw new AppError('file-too-large');
  if (length === 0) throw new AppError('file-empty');
  return length;
}

type Taking = { ticket: UploadTicket; key: string; length: number | undefined };

/** Bytes to the object store, ZIP looked at, row written. Refused bytes are removed at once. */
async function take(
  source: IncomingMessage,
  { store, objects, config, clock, log }: Deps,
  { ticket, key, length }: Taking,
): Promise<Digest & { entries: number }> {
  try {
    const intake = receive(source, { limit: config.MAX_UPLOAD_BYTES, idleMs: config.IDLE_MS });
    await objects.put(key, intake.body, length).catch((error: unknown) => {
      throw intake.failure() ?? error;
    });
    const { sha256, sha512, size } = intake.digest();
    const { entries, unpacked } = await inspectZip(size, (start, end) => objects.get(key, { start, end }));
    const object = { ticket, key, sha256, sha512, size, entries, unpacked, createdAt: clock() };
    if (!(await store.recordStored(object))) throw new AppError('upload-ticket-used');
    return { sha256, sha512, size, entries };
  } catch (error) {
    // A row may have been written by a commit whose answer was lost: only a clear refusal removes the bytes here,
    // the rest is left to the expiry of the ticket.
    if (error instanceof AppError && wordOf(error) === 'refused') {
      try {
        await objects.remove(key);
        await store.recordRefused(ticket.jti, clock());
      } catch (fault) {
        log.warn({ err: fault, key }, 'refused bytes stay until their ticket expires');
      }
    }
    throw error;
  }
}

/**
 * Answers a refusal so that a sender still in the middle of its body reads it: closing with bytes unread would
 * reset the connection under the answer. So the answer goes out complete, what still comes is thrown away for a
 * moment, and then the connection ends.
 */
function refuse(source: IncomingMessage, reply: FastifyReply, error: AppError): FastifyReply {
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
