import { parseByteCount, parseSha256 } from '@g2/kit/headers';
import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../deps.ts';
import { objectKey } from '../domain/object-key.ts';
import { uploadRefusal } from '../intake/finish.ts';
import { createResumableUploads, type ResumableUploads } from '../intake/resumable-upload.ts';
import { uploadBytes, uploadDuration } from '../metrics.ts';
import { type UploadTicket, uploadTicket } from '../tickets.ts';
import { sendError, sendRefusal, toAppError, verifyTicket } from './responses.ts';

/** One ticket (`jti`) covers all requests of an upload. The PATCH or finish that completes it returns the receipt. */
export function addResumable(app: FastifyInstance, deps: Deps): void {
  const growth = createResumableUploads(deps);
  const serve = (method: string, url: string, run: Run) =>
    app.route({
      method,
      url,
      handler: async (request, reply) => {
        try {
          const ticket = await verifyTicket(request, deps.keys, 'upload-ticket', uploadTicket);
          return await run(ticket, request, reply);
        } catch (error) {
          const refusal = toAppError(error, deps.log);
          return method === 'PATCH' ? sendRefusal(request.raw, reply, refusal) : sendError(reply, refusal);
        }
      },
    });

  serve('POST', '/uploads', (ticket, request, reply) => begin(ticket, request, reply, deps));
  serve('PATCH', '/uploads', (ticket, request) => add(ticket, request, deps, growth));
  serve('GET', '/uploads', (ticket) => uploadStatus(ticket, deps, growth));
  serve('POST', '/uploads/finish', (ticket) => growth.settle(ticket));
  serve('DELETE', '/uploads', (ticket) => growth.end(ticket));
}

type Run = (ticket: UploadTicket, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

async function begin(ticket: UploadTicket, request: FastifyRequest, reply: FastifyReply, deps: Deps) {
  const { store, objects, config, clock } = deps;
  const size = parseByteCount('Upload-Length', request.headers['upload-length']);
  if (size > config.MAX_UPLOAD_BYTES) throw new AppError('file-too-large');
  if (size === 0) throw new AppError('file-empty');
  const declaredSha256 = parseSha256(request.headers['x-content-sha256']);
  await objects.check(size);
  const uploadMetadata = { objectKey: objectKey(newId()), size, declaredSha256 };
  if (!(await store.uploads.claim(ticket, uploadMetadata, clock()))) throw new AppError('upload-ticket-used');
  reply.code(201);
  return { offset: 0, size };
}

async function add(ticket: UploadTicket, request: FastifyRequest, deps: Deps, growth: ResumableUploads) {
  const timer = uploadDuration.startTimer();
  try {
    const came = await growth.add(
      ticket,
      request.raw,
      parseByteCount('Upload-Offset', request.headers['upload-offset']),
    );
    if (came.stored) uploadBytes.inc(came.stored.size);
    timer({ outcome: came.stored ? 'stored' : 'in-part' });
    return came;
  } catch (error) {
    const refusal = toAppError(error, deps.log);
    timer({ outcome: refusal.code });
    throw refusal;
  }
}

async function uploadStatus({ jti }: UploadTicket, { store }: Deps, growth: ResumableUploads) {
  const upload = await store.uploads.find(jti);
  if (!upload) throw new AppError('not-found');
  const { state, offset, size, declaredSha256 } = upload;
  const why = state === 'refused' || upload.refusal ? uploadRefusal(upload) : undefined;
  const problem = why && { code: why.code, message: why.message };
  const isBusy = growth.isBusy(jti);
  return { state, offset, size, sha256: declaredSha256, problem: problem ?? null, isBusy };
}
