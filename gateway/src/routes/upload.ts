import multipart from '@fastify/multipart';
import { parseSha256 } from '@g2/kit/headers';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { MAX_UPLOAD_BYTES } from '../../contract/constants.ts';
import { fileRoutes } from '../../contract/routes/files.ts';
import { commitReceipt } from '../files/commit.ts';
import { assertMayUpload } from '../files/may-upload.ts';
import { createAllowance } from '../files/semaphore.ts';
import type { StorageClient } from '../files/storage-client.ts';
import { DRAIN_PART_BYTES, drain, sendRelayed } from '../files/transfer.ts';
import { uploadSource } from '../files/upload-source.ts';
import { addTus } from '../plugins/tus.ts';
import { type Deps, route } from '../route.ts';
import type { Session } from '../sessions.ts';
import { addResumableUpload } from './resumable-upload.ts';
import { addUploadState } from './upload-state.ts';

const CHUNK_BYTES = 1024 * 1024;
/** Maximum number of concurrent uploads per user and replica. */
const UPLOADS = 3;

/** An upload is either a multipart form with a `file`, or the bytes of the ZIP as body. */
export async function addUpload(app: FastifyInstance, deps: Deps, storage: StorageClient): Promise<void> {
  const idleMs = deps.config.TRANSFER_IDLE_MS;
  const allowance = createAllowance(
    UPLOADS,
    `Você já tem ${UPLOADS} envios em andamento. Aguarde um deles terminar.`,
  );
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      throwFileSizeLimit: false,
      // One byte more than the maximum may reach storage, which then refuses the file as too large.
      limits: { fileSize: MAX_UPLOAD_BYTES + 1, files: 5, fields: 50, parts: 60, fieldSize: 65_536 },
      fileHwm: CHUNK_BYTES,
      highWaterMark: CHUNK_BYTES,
    });
    scope.addContentTypeParser('application/zip', (_request, _payload, done) => done(null, undefined));
    // On every refusal, read and discard the rest of the body, so that the sender can read the response.
    scope.addHook('onSend', async (request, reply) => {
      if (reply.statusCode < 400) return;
      drain(request.raw, idleMs, request.method === 'PATCH' ? DRAIN_PART_BYTES : undefined);
    });

    route(scope, deps, fileRoutes.uploadFile, async ({ params, session, request, reply }) => {
      const leave = allowance.acquire(session.user.id);
      try {
        const receipt = await store(deps, storage, request, reply, params.id, session);
        return await commitReceipt(deps.clients, receipt);
      } finally {
        leave();
      }
    });
    addUploadState(scope, deps, storage);
    await scope.register(async (tus) => {
      addTus(tus);
      addResumableUpload(tus, deps, storage, allowance);
    });
  });
}

async function store(
  { clients, config }: Deps,
  storage: StorageClient,
  request: FastifyRequest,
  reply: FastifyReply,
  registrationId: string,
  session: Session,
): Promise<string> {
  const call = { token: session.tokens };
  const { fileName, bytes, length } = await uploadSource(request).catch(async (fault: unknown) => {
    await assertMayUpload(clients, registrationId, session, call);
    throw fault;
  });
  const sha256 = parseSha256(request.headers['x-content-sha256']);
  const { ticket } = await clients.registrations.startUpload({ registrationId, fileName }, call);
  return sendRelayed(request, reply, bytes, config.TRANSFER_IDLE_MS, async (body) => {
    const { receipt } = await storage.put(ticket, body, length, sha256);
    if ('truncated' in bytes && bytes.truncated === true) throw new AppError('file-too-large');
    return receipt;
  });
}
