import { type KeyRing, userOf } from '@g2/kit/actor';
import { type Call, signedIn } from '@g2/kit/grpc-server';
import { isUuid } from '@g2/kit/ids';
import { LastUpload } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { z } from 'zod';
import type { Deps, RegistrationRpcs } from '../deps.ts';
import { type DownloadUse, downloadAct, isDownloadUse } from '../domain/audit-acts.ts';
import { COMMIT_WITHIN_MS, checkFileName, DOWNLOAD_SECONDS, TICKET_SECONDS } from '../domain/files.ts';
import { type EarlierFile, editableBy, ownedBy, type Registration } from '../domain/registration.ts';
import { checkUnpaidRoom } from '../domain/unpaid-files.ts';
import { findRegistration } from '../store/reads.ts';
import { endTicket, openTicket, type Receipt, type Ticket, uploadStatusOf } from '../store/tickets.ts';
import { commitUpload, countUnpaidFiles } from '../store/uploads.ts';
import { emitAuditAct } from '../store.ts';
import { findVisible, idOf } from './visible-registration.ts';

/** Claims of an upload receipt, signed by storage-hashing. */
const receiptClaims = z
  .object({
    jti: z.guid(),
    registrationId: z.guid(),
    userId: z.guid(),
    fileName: z.string(),
    objectKey: z.string().min(1),
    sha256: z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/),
    sha512: z
      .string()
      .regex(/^[0-9a-f]{128}$/)
      .nullish()
      .transform((hash) => hash ?? null),
    size: z.int().min(0),
  })
  .transform(({ jti, size, ...claims }): Receipt => ({ id: jti, fileSize: size, ...claims }));

/** @throws AppError unauthenticated unless storage-hashing signed the receipt */
async function readReceipt(keys: KeyRing, receipt: string): Promise<Receipt> {
  const claims = await keys.verify(receipt, 'upload-receipt', 'storage-hashing');
  const parsed = receiptClaims.safeParse(claims);
  if (!parsed.success) throw new AppError('unauthenticated');
  return parsed.data;
}

const NO_UPLOAD = 'Este envio não existe mais. Comece de novo.';

const signed = (keys: KeyRing, { id: jti, ...ticket }: Ticket): Promise<string> =>
  keys.sign('upload-ticket', { jti, ...ticket }, TICKET_SECONDS);

const problemOf = ({ code, message }: AppError) => ({ code, message });

const commitDeadline = (begun: Date): Date => new Date(begun.getTime() + COMMIT_WITHIN_MS);

/** @throws AppError not-found, forbidden */
async function findOwnUpload(
  db: Deps['db'],
  { registrationId, uploadId }: { registrationId: string; uploadId: string },
  call: Call,
) {
  const own = ownedBy(await findRegistration(db, idOf(registrationId)), userOf(call.actor));
  if (!isUuid(uploadId)) throw new AppError('not-found', { message: NO_UPLOAD });
  return { own, ref: { registrationId: own.id, userId: own.userId, id: uploadId.toLowerCase() } };
}

function fileOf({ file, earlierFile }: Registration, version: string | undefined): EarlierFile {
  if (version && version !== 'earlier') throw new AppError('invalid-input');
  const found = version ? earlierFile : file;
  const missing = version
    ? 'Não há arquivo anterior guardado para este registro.'
    : 'Este registro ainda não tem arquivo.';
  if (!found) throw new AppError('not-found', { message: missing });
  return found;
}

/** A signed ticket for storage-hashing, with a description of the file. */
export async function signedDownload(
  keys: KeyRing,
  { objectKey, fileName, fileSize, sha256, attachedAt }: EarlierFile,
  as: { isOwner: boolean; use: DownloadUse },
) {
  const claims = { objectKey, fileName, size: fileSize, sha256, ...as };
  const ticket = await keys.sign('download-ticket', claims, DOWNLOAD_SECONDS);
  return { ticket, fileName, fileSize, sha256, attachedAt };
}

/** Callers of the rpcs of uploads: signed-in users, and API tokens with this scope. */
const uploads = { allow: signedIn, scopes: ['files:write'] } as const;

export const fileRpcs = ({ db, keys, clock }: Deps) =>
  ({
    startUpload: {
      ...uploads,
      async run(request, call) {
        const caller = userOf(call.actor);
        const own = editableBy(await findRegistration(db, idOf(request.registrationId)), caller);
        const registrationId = own.id;
        const fileName = checkFileName(request.fileName);
        // The commit repeats this check. Here, it prevents a useless upload of up to 500 MB.
        checkUnpaidRoom(own, await countUnpaidFiles(db, caller.id, registrationId));
        const ticket = { registrationId, userId: caller.id, fileName };
        const now = clock();
        const id = await openTicket(db, { ...ticket, metadata: request.metadata }, now);
        return {
          ticket: await signed(keys, { id, ...ticket }),
          uploadId: id,
          expiresAt: commitDeadline(now),
        };
      },
    },
    resumeUpload: {
      ...uploads,
      async run(request, call) {
        const { own, ref } = await findOwnUpload(db, request, call);
        const status = await uploadStatusOf(db, ref, clock());
        if (status.state === 'none') throw new AppError('not-found', { message: NO_UPLOAD });
        if (status.state === 'superseded') throw new AppError('upload-superseded');
        if (status.state === 'refused') throw status.refusal;
        const upload = {
          expiresAt: commitDeadline(status.createdAt),
          metadata: status.metadata ?? undefined,
        };
        if (status.state === 'stored') return { ticket: '', ...upload, stored: status.stored };
        editableBy(own, userOf(call.actor));
        return { ticket: await signed(keys, status.ticket), ...upload };
      },
    },
    getUpload: {
      ...uploads,
      async run({ id }, call) {
        const own = ownedBy(await findRegistration(db, idOf(id)), userOf(call.actor));
        const ref = { registrationId: own.id, userId: own.userId };
        const status = await uploadStatusOf(db, ref, clock());
        // `superseded` cannot occur: the later upload would have been found instead.
        if (status.state === 'none' || status.state === 'superseded') {
          return LastUpload.fromPartial({ state: 'none' });
        }
        const { state, ticket } = status;
        return LastUpload.fromPartial({
          state,
          fileName: ticket.fileName,
          uploadId: ticket.id,
          ...(state === 'stored' && { stored: status.stored }),
          ...(state === 'open' && { ticket: await signed(keys, ticket) }),
          ...(state === 'refused' && { problem: problemOf(status.refusal) }),
        });
      },
    },
    endUpload: {
      ...uploads,
      async run(request, call) {
        const { ref } = await findOwnUpload(db, request, call);
        await endTicket(db, ref, clock());
        return {};
      },
    },
    // The receipt authorizes the call, since an upload may outlast the access token.
    commitUpload: {
      allow: ['anyone'],
      run: async ({ receipt }) => commitUpload(db, await readReceipt(keys, receipt), clock()),
    },
    startDownload: {
      allow: signedIn,
      async run({ id, version, use = 'archive' }, call) {
        const state = await findVisible(db, id, call);
        const file = fileOf(state, version);
        if (!isDownloadUse(use)) throw new AppError('invalid-input');
        const asker = userOf(call.actor);
        const act = downloadAct(state, asker, use, version === 'earlier');
        if (act) await emitAuditAct(db, act);
        return signedDownload(keys, file, { isOwner: asker.id === state.userId, use });
      },
    },
  }) satisfies RegistrationRpcs;
