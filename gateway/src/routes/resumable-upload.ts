import { parseByteCount } from '@g2/kit/headers';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts';
import { fileRoutes } from '../../contract/routes/files.ts';
import { commitReceipt, finishUpload } from '../files/commit.ts';
import { assertMayUpload } from '../files/may-upload.ts';
import type { Allowance } from '../files/semaphore.ts';
import type { StorageClient, UploadProgress } from '../files/storage-client.ts';
import { sendRelayed } from '../files/transfer.ts';
import { parseUploadMetadata } from '../files/tus.ts';
import { declaredLength } from '../files/upload-source.ts';
import { type Deps, route } from '../route.ts';

/** Routes of tus 1.0; bytes and offset are in storage. @param app scope with only tus routes (plugins/tus.ts) */
export function addResumableUpload(
  app: FastifyInstance,
  deps: Deps,
  storage: StorageClient,
  allowance: Allowance,
): void {
  const { registrations } = deps.clients;
  const idleMs = deps.config.TRANSFER_IDLE_MS;

  route(app, deps, fileRoutes.beginUpload, async ({ params, session, request, reply, call }) => {
    const { fileName, sha256, size, metadata } = await parseCreation(request).catch(
      async (fault: unknown) => {
        await assertMayUpload(deps.clients, params.id, session, call);
        throw fault;
      },
    );
    const started = await registrations.startUpload({ registrationId: params.id, fileName, metadata }, call);
    await storage.begin(started.ticket, size, sha256);
    reply.header('location', addressOf(params.id, started.uploadId));
    setUploadExpires(reply, started.expiresAt);
  });

  route(app, deps, fileRoutes.findUpload, async ({ params, reply, call }) => {
    try {
      const found = await registrations.resumeUpload(refOf(params), call);
      setUploadExpires(reply, found.expiresAt);
      if (found.metadata) reply.header('upload-metadata', found.metadata);
      const { offset, size } = found.stored
        ? completeProgress(found.stored.fileSize)
        : await finishUpload(deps.clients, storage, found.ticket);
      return reply.code(200).header('upload-offset', offset).header('upload-length', size).send();
    } catch (error) {
      if (!(error instanceof AppError) || error.httpStatus < 500) throw error;
      // After any failure status other than 423, tus clients start the upload again.
      return reply
        .code(LOCKED)
        .header('retry-after', error.detail.retryAfter ?? 1)
        .send();
    }
  });

  route(app, deps, fileRoutes.continueUpload, async ({ params, session, request, reply, call }) => {
    const leave = allowance.acquire(session.user.id);
    try {
      const { ticket, stored, expiresAt } = await registrations.resumeUpload(refOf(params), call);
      const offset = parseByteCount('Upload-Offset', request.headers['upload-offset']);
      if (stored && offset !== stored.fileSize) throw new AppError('upload-offset');
      const came = stored ? completeProgress(stored.fileSize) : await append(request, reply, ticket, offset);
      if (came.stored) await commitReceipt(deps.clients, came.stored.receipt);
      reply.header('upload-offset', came.offset);
      setUploadExpires(reply, expiresAt);
    } finally {
      leave();
    }
  });

  const append = (request: FastifyRequest, reply: FastifyReply, ticket: string, offset: number) =>
    sendRelayed(request, reply, request.raw, idleMs, (body) =>
      storage.append(ticket, body, declaredLength(request.raw), offset),
    );

  route(app, deps, fileRoutes.endUpload, async ({ params, request, call }) => {
    const { ticket, stored } = await registrations.resumeUpload(refOf(params), call);
    if (stored) throw new AppError('conflict', { message: 'O arquivo já foi recebido.' });
    await registrations.endUpload(refOf(params), call);
    // The registration service removes the upload later in any case; this call removes it at once.
    await storage.abort(ticket).catch((error: unknown) => {
      request.log.warn({ err: error }, 'an upload that was given up is removed later');
    });
  });
}

/** @throws AppError for an impossible upload, before its first byte */
async function parseCreation({ headers }: FastifyRequest) {
  const size = parseByteCount('Upload-Length', headers['upload-length']);
  if (size > MAX_UPLOAD_BYTES) throw new AppError('file-too-large');
  if (size === 0) throw new AppError('file-empty');
  return { size, ...parseUploadMetadata(headers['upload-metadata']) };
}

/** Makes tus clients retry: the upload exists but is unavailable now (RFC 4918 §11.3). */
const LOCKED = 423;

const completeProgress = (size: number): UploadProgress => ({ offset: size, size });

const refOf = ({ id, uploadId }: { id: string; uploadId: string }) => ({ registrationId: id, uploadId });

const addressOf = (id: string, uploadId: string): string =>
  fileRoutes.continueUpload.path.replace(':id', id).replace(':uploadId', uploadId);

/** Header of the tus extension "expiration". */
function setUploadExpires(reply: FastifyReply, at: Date | undefined): void {
  if (at) reply.header('upload-expires', at.toUTCString());
}
