import { parseSha256 } from '@g2/kit/headers';
import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { objectKey } from '../domain/object-key.ts';
import { discardRefused, finishUpload, type StoredUpload } from '../intake/finish.ts';
import { receiveUpload } from '../intake/receive.ts';
import { uploadBytes, uploadDuration } from '../metrics.ts';
import { uploadTicket } from '../tickets.ts';
import { sendRefusal, toAppError, verifyTicket } from './responses.ts';

/** PUT /uploads: receives one file under a one-time ticket; returns a signed receipt. */
export function addUpload(app: FastifyInstance, parts: Deps): void {
  app.put('/uploads', async (request, reply) => {
    const timer = uploadDuration.startTimer();
    try {
      const stored = await upload(request, parts);
      uploadBytes.inc(stored.size);
      timer({ outcome: 'stored' });
      return stored;
    } catch (error) {
      const refusal = toAppError(error, parts.log);
      timer({ outcome: refusal.code });
      return sendRefusal(request.raw, reply, refusal);
    }
  });
}

async function upload(request: FastifyRequest, parts: Deps): Promise<StoredUpload> {
  const { keys, store, objects, config, clock } = parts;
  const ticket = await verifyTicket(request, keys, 'upload-ticket', uploadTicket);
  const length = declaredLength(request, config.MAX_UPLOAD_BYTES);
  const declared = parseSha256(request.headers['x-content-sha256']);
  const key = objectKey(newId());
  if (!(await store.uploads.claim(ticket, { objectKey: key }, clock()))) {
    throw new AppError('upload-ticket-used');
  }
  try {
    const intake = receiveUpload(request.raw, { limit: config.MAX_UPLOAD_BYTES, idleMs: config.IDLE_MS });
    await objects.put(key, intake.body, length).catch((error: unknown) => {
      throw intake.failure() ?? error;
    });
    return await finishUpload(parts, ticket, key, { digest: intake.digest(), declared });
  } catch (error) {
    await discardRefused(parts, ticket.jti, key, error);
    throw error;
  }
}

/** Content-Length; undefined for a chunked body. @throws AppError file-too-large, file-empty */
function declaredLength(request: FastifyRequest, limit: number): number | undefined {
  const { 'content-length': header, 'transfer-encoding': chunked } = request.headers;
  if (chunked !== undefined) return undefined;
  const length = Number(header ?? 0);
  if (length > limit) throw new AppError('file-too-large');
  if (length === 0) throw new AppError('file-empty');
  return length;
}
