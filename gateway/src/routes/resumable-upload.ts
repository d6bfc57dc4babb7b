import type { CallOptions } from '@g2/kit/grpc-client';
import { bytesIn } from '@g2/kit/headers';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/common.ts';
import { fileRoutes } from '../../contract/routes/files.ts';
import { TUS_EXTENSIONS, TUS_VERSION, type UploadState } from '../../contract/uploads.ts';
import { commitReceipt } from '../files/commit.ts';
import { mayUpload } from '../files/may-upload.ts';
import type { Allowance } from '../files/room.ts';
import type { Came, StorageClient } from '../files/storage-client.ts';
import { relay } from '../files/transfer.ts';
import { announcedIn } from '../files/tus.ts';
import { type Deps, route } from '../route.ts';

/**
 * Uploads that go on where they were cut: tus 1.0 on registration's ticket. The bytes and how many there are is storage's
 * matter; here nothing is kept, so that any replica may take the next request.
 */
export function addResumableUpload(
  app: FastifyInstance,
  deps: Deps,
  storage: StorageClient,
  allowance: Allowance,
): void {
  const { registrations } = deps.clients;
  const idleMs = deps.config.TRANSFER_IDLE_MS;

  const commit = async ({ stored }: Came): Promise<void> => {
    if (stored) await commitReceipt(deps.clients, stored.receipt);
  };
  /** All that is left to be done is done, so that whoever asks how far it came hears what became of it. */
  const settled = async (ticket: string): Promise<Came> => {
    const came = await storage.settle(ticket);
    await commit(came);
    return came;
  };

  route(app, deps, fileRoutes.beginUpload, async ({ params, session, request, reply, call }) => {
    speak(request, reply);
    const { fileName, sha256, size } = await announced(request).catch(async (fault: unknown) => {
      await mayUpload(deps.clients, params.id, session, call);
      throw fault;
    });
    const started = await registrations.startUpload({ registrationId: params.id, fileName }, call);
    await storage.begin(started.ticket, size, sha256);
    reply.header('location', addressOf(params.id, started.uploadId));
    tellEnd(reply, started.expiresAt);
    return undefined;
  });

  route(app, deps, fileRoutes.findUpload, async ({ params, request, reply, call }) => {
    speak(request, reply);
    try {
      const found = await registrations.resumeUpload(refOf(params), call);
      tellEnd(reply, found.expiresAt);
      const { offset, size } = found.stored ? wholeOf(found.stored.fileSize) : await settled(found.ticket);
      return reply.code(200).header('upload-offset', offset).header('upload-length', size).send();
    } catch (error) {
      if (!(error instanceof AppError) || error.httpStatus < 500) throw error;
      // After any other failure clients believe the upload gone, and begin a new one.
      return reply
        .code(LOCKED)
        .header('retry-after', error.detail.retryAfter ?? 1)
        .send();
    }
  });

  route(app, deps, fileRoutes.continueUpload, async ({ params, session, request, reply, call }) => {
    speak(request, reply);
    const leave = allowance.take(session.user.id);
    try {
      const { ticket, stored, expiresAt } = await registrations.resumeUpload(refOf(params), call);
      const offset = bytesIn('Upload-Offset', request.headers['upload-offset']);
      if (stored && offset !== stored.fileSize) throw new AppError('upload-offset');
      const came = stored ? wholeOf(stored.fileSize) : await append(request, reply, ticket, offset);
      await commit(came);
      reply.header('upload-offset', came.offset);
      tellEnd(reply, expiresAt);
      return undefined;
    } finally {
      leave();
    }
  });

  const append = async (request: FastifyRequest, reply: FastifyReply, ticket: string, offset: number) => {
    const { raw } = request;
    const declared = raw.headers['content-length'];
    const { body, fault } = relay(raw, raw, idleMs);
    try {
      return await storage.append(
        ticket,
        body,
        declared === undefined ? undefined : Number(declared),
        offset,
      );
    } catch (error) {
      const why = fault();
      // Nothing more is to be expected of a sender that fell silent.
      if (why) reply.header('connection', 'close');
      throw why ?? error;
    }
  };

  route(app, deps, fileRoutes.endUpload, async ({ params, request, reply, call }) => {
    speak(request, reply);
    const { ticket, stored } = await registrations.resumeUpload(refOf(params), call);
    if (stored) throw new AppError('conflict', { message: 'O arquivo já foi recebido.' });
    await registrations.endUpload(refOf(params), call);
    // Registration's word has it removed in any case; this makes it so now.
    await storage.end(ticket).catch((error: unknown) => {
      request.log.warn({ err: error }, 'an upload that was given up is removed later');
    });
    return undefined;
  });

  route(app, deps, fileRoutes.getUpload, async ({ params, call }) => {
    const { state, fileName, ticket, stored, problem } = await registrations.getUpload(params, call);
    if (state === 'none') return NONE;
    if (stored) return storedAs(stored);
    if (problem) return { ...NONE, state: 'refused', fileName, problem };
    const found = await storage.look(ticket);
    if (!found || found.state === 'expired') return NONE;
    const { offset, size, sha256 } = found;
    if (found.problem) return { state: 'refused', offset, size, fileName, sha256, problem: found.problem };
    const isHere = found.state === 'stored' || offset === size;
    if (isHere && !found.isBusy) return settledAs(params, ticket, fileName, call);
    return { state: isHere ? 'checking' : 'receiving', offset, size, fileName, sha256, problem: null };
  });

  /** All of it is here, and whoever sent it is gone: what is left to be done is done now. */
  const settledAs = async (
    params: { id: string },
    ticket: string,
    fileName: string,
    call: CallOptions,
  ): Promise<UploadState> => {
    try {
      await settled(ticket);
    } catch (error) {
      if (!(error instanceof AppError) || error.httpStatus >= 500) throw error;
      const problem = { code: error.code, message: error.message };
      return { ...NONE, state: 'refused', fileName, problem };
    }
    const { stored } = await registrations.getUpload(params, call);
    return stored ? storedAs(stored) : NONE;
  };

  app.options(fileRoutes.beginUpload.path, (_request, reply) =>
    reply
      .code(204)
      .headers({
        'tus-resumable': TUS_VERSION,
        'tus-version': TUS_VERSION,
        'tus-extension': TUS_EXTENSIONS,
        'tus-max-size': MAX_UPLOAD_BYTES,
      })
      .send(),
  );
}

/** @throws AppError for what cannot be an upload, before a byte of it */
async function announced({ headers }: FastifyRequest) {
  const size = bytesIn('Upload-Length', headers['upload-length']);
  if (size > MAX_UPLOAD_BYTES) throw new AppError('file-too-large');
  if (size === 0) throw new AppError('file-empty');
  return { size, ...announcedIn(headers['upload-metadata']) };
}

/** What tus clients wait at: an upload that is there, and cannot be had at this moment (RFC 4918 §11.3). */
const LOCKED = 423;

const NONE: UploadState = {
  state: 'none',
  offset: 0,
  size: null,
  fileName: null,
  sha256: null,
  problem: null,
};

const storedAs = ({
  sha256,
  fileName,
  fileSize: size,
}: {
  sha256: string;
  fileName: string;
  fileSize: number;
}) => ({ state: 'stored', offset: size, size, fileName, sha256, problem: null }) satisfies UploadState;

const wholeOf = (size: number): Came => ({ offset: size, size });

const refOf = ({ id, uploadId }: { id: string; uploadId: string }) => ({ registrationId: id, uploadId });

const addressOf = (id: string, uploadId: string): string =>
  fileRoutes.continueUpload.path.replace(':id', id).replace(':uploadId', uploadId);

/** When it can be committed no more (tus, expiration). */
function tellEnd(reply: FastifyReply, at: Date | undefined): void {
  if (at) reply.header('upload-expires', at.toUTCString());
}

/** @throws AppError for a client of another version of the protocol */
function speak(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('tus-resumable', TUS_VERSION);
  const version = request.headers['tus-resumable'];
  if (version === undefined || version === TUS_VERSION) return;
  reply.header('tus-version', TUS_VERSION);
  throw new AppError('tus-version');
}
