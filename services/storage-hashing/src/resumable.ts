import { newId } from '@g2/kit/ids';
import { AppError } from '@g2/terms/errors';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { knownError, sendError, ticketOf } from './answers.ts';
import type { Deps } from './deps.ts';
import { objectKey } from './domain/object-key.ts';
import { refusalOf } from './finish.ts';
import { type Growth, growthOf } from './growth.ts';
import { uploadBytes, uploadDuration } from './metrics.ts';
import { refuse } from './refuse.ts';
import { declaredHash, type UploadTicket, uploadTicket } from './tickets.ts';

/** As tus 1.0 names them. */
const LENGTH = 'upload-length';
const OFFSET = 'upload-offset';

/**
 * An upload in several requests, each under a ticket of the same `jti`: POST begins it, PATCH adds to it, HEAD asks how
 * far it came, DELETE ends it. The PATCH or HEAD that finds it complete answers with its receipt.
 */
export function addResumable(app: FastifyInstance, deps: Deps): void {
  const growth = growthOf(deps);
  const answering =
    (run: (ticket: UploadTicket, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>) =>
    async (request: FastifyRequest, reply: FastifyReply) => {
      try {
        return await run(await ticketOf(request, deps.keys, 'upload-ticket', uploadTicket), request, reply);
      } catch (error) {
        const refusal = knownError(error, deps.log);
        return request.method === 'PATCH' ? refuse(request.raw, reply, refusal) : sendError(reply, refusal);
      }
    };

  app.post(
    '/uploads',
    answering((ticket, request, reply) => begin(ticket, request, reply, deps)),
  );
  app.patch(
    '/uploads',
    answering((ticket, request) => add(ticket, request, deps, growth)),
  );
  app.get(
    '/uploads',
    answering((ticket) => told(ticket, deps, growth)),
  );
  app.post(
    '/uploads/finish',
    answering((ticket) => growth.settle(ticket)),
  );
  app.delete(
    '/uploads',
    answering((ticket) => growth.end(ticket)),
  );
}

async function begin(ticket: UploadTicket, request: FastifyRequest, reply: FastifyReply, deps: Deps) {
  const { store, objects, config, clock } = deps;
  const size = bytesIn(request, LENGTH);
  if (size > config.MAX_UPLOAD_BYTES) throw new AppError('file-too-large');
  if (size === 0) throw new AppError('file-empty');
  const declaredSha256 = declaredHash(request.headers['x-content-sha256']);
  await objects.check(size);
  const announced = { objectKey: objectKey(newId()), size, declaredSha256 };
  if (!(await store.uploads.claim(ticket, announced, clock()))) throw new AppError('upload-ticket-used');
  reply.code(201);
  return { offset: 0, size };
}

async function add(ticket: UploadTicket, request: FastifyRequest, deps: Deps, growth: Growth) {
  const timer = uploadDuration.startTimer();
  try {
    const came = await growth.add(ticket, request.raw, bytesIn(request, OFFSET));
    if (came.stored) uploadBytes.inc(came.stored.size);
    timer({ outcome: came.stored ? 'stored' : 'in-part' });
    return came;
  } catch (error) {
    timer({ outcome: knownError(error, deps.log).code });
    throw error;
  }
}

/** How it stands, without touching it. */
async function told({ jti }: UploadTicket, { store }: Deps, growth: Growth) {
  const upload = await store.uploads.find(jti);
  if (!upload) throw new AppError('not-found');
  const { state, offset, size, declaredSha256 } = upload;
  const why = state === 'refused' || upload.refusal ? refusalOf(upload) : undefined;
  const problem = why && { code: why.code, message: why.message };
  const isBusy = growth.isBusy(jti);
  return { state, offset, size, sha256: declaredSha256, problem: problem ?? null, isBusy };
}

/** @throws AppError invalid-input */
function bytesIn(request: FastifyRequest, header: string): number {
  const text = String(request.headers[header] ?? '');
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new AppError('invalid-input', { message: `O cabeçalho ${header} deve ser um número de bytes.` });
}
