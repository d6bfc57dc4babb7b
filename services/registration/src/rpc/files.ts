import { type KeyRing, userOf } from '@g2/kit/actor';
import { type RpcTable, signedIn } from '@g2/kit/grpc-server';
import type { RegistrationsService } from '@g2/proto/registration';
import { AppError } from '@g2/terms/errors';
import { z } from 'zod';
import type { Deps } from '../deps.ts';
import { checkFileName, DOWNLOAD_SECONDS, TICKET_SECONDS } from '../domain/files.ts';
import { editableBy } from '../domain/registration.ts';
import { checkUnpaidRoom } from '../domain/unpaid-files.ts';
import { find } from '../store-reads.ts';
import { openTicket, type Receipt } from '../store-tickets.ts';
import { commitUpload, countUnpaidFiles } from '../store-uploads.ts';
import { idOf, seen } from './seen.ts';

/** What storage-hashing signs for a file it stored. */
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

/** @throws AppError unauthenticated when it is no receipt of storage-hashing */
async function readReceipt(keys: KeyRing, receipt: string): Promise<Receipt> {
  const claims = await keys.verify(receipt, 'upload-receipt', 'storage-hashing');
  const parsed = receiptClaims.safeParse(claims);
  if (!parsed.success) throw new AppError('unauthenticated');
  return parsed.data;
}

export const fileRpcs = ({ db, keys, clock }: Deps) =>
  ({
    startUpload: {
      allow: signedIn,
      async run(request, call) {
        const asker = userOf(call.actor);
        const own = editableBy(await find(db, idOf(request.registrationId)), asker);
        const registrationId = own.id;
        const fileName = checkFileName(request.fileName);
        // The commit decides; but nobody should send 500 MB in vain.
        checkUnpaidRoom(own, await countUnpaidFiles(db, asker.id, registrationId));
        const ticket = { registrationId, userId: asker.id, fileName };
        const jti = await openTicket(db, ticket, clock());
        return { ticket: await keys.sign('upload-ticket', { jti, ...ticket }, TICKET_SECONDS) };
      },
    },
    // The receipt is the authority: an upload may outlive the token it began with.
    commitUpload: {
      allow: ['anyone'],
      run: async ({ receipt }) => commitUpload(db, await readReceipt(keys, receipt), clock()),
    },
    startDownload: {
      allow: signedIn,
      async run({ id }, call) {
        const { file, userId } = await seen(db, id, call);
        if (!file) throw new AppError('not-found', { message: 'Este registro ainda não tem arquivo.' });
        const { objectKey, fileName, fileSize, sha256 } = file;
        const isOwner = userOf(call.actor).id === userId;
        const claims = { objectKey, fileName, size: fileSize, sha256, isOwner };
        const ticket = await keys.sign('download-ticket', claims, DOWNLOAD_SECONDS);
        return { ticket, fileName, fileSize, sha256 };
      },
    },
  }) satisfies Partial<RpcTable<RegistrationsService>>;
