import { AppError, type ErrorCode } from '@g2/terms/errors';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { attachFile, duplicateFile } from '../domain/files.ts';
import { changeIn, type Database, type Tx } from '../store.ts';
import { countOf, rowCount } from './pages.ts';
import { ownsHash } from './rows.ts';
import {
  lockFilesOf,
  lockTicket,
  type Receipt,
  refuseTicket,
  type StoredUpload,
  settleTicket,
} from './tickets.ts';

/**
 * Attaches a stored file (api-rules R5). A refusal releases the object in another transaction; a repeated receipt gets
 * the same response.
 * @throws AppError upload-ticket-used, upload-superseded, not-found, case-closed, not-editable, duplicate-file,
 * too-many-unpaid
 */
export async function commitUpload(db: Database, receipt: Receipt, now: Date): Promise<StoredUpload> {
  try {
    return await db.tx((tx) => commitIn(tx, receipt, now));
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'file-taken';
    // Another registration was just paid with these bytes (unique index).
    const refusal = isTaken ? new AppError('duplicate-file', {}, error) : error;
    if (refusal instanceof AppError && REFUSALS.has(refusal.code))
      await refuseTicket(db, receipt, refusal, now);
    throw refusal;
  }
}

const REFUSALS = new Set<ErrorCode>([
  'upload-superseded',
  'not-found',
  'case-closed',
  'not-editable',
  'duplicate-file',
  'too-many-unpaid',
]);

async function commitIn(tx: Tx, receipt: Receipt, now: Date): Promise<StoredUpload> {
  const { sha256, sha512, fileName, fileSize, objectKey, registrationId, userId } = receipt;
  await lockFilesOf(tx, userId);
  const done = await lockTicket(tx, receipt, now);
  if (done) return done;
  await refuseDuplicate(tx, receipt);
  const file = { sha256, sha512, fileName, fileSize, objectKey, attachedAt: now };
  const others = await countUnpaidFiles(tx, userId, registrationId);
  const owner = { id: userId, role: 'client' } as const;
  await changeIn(tx, registrationId, (state) => attachFile(state, owner, file, others));
  await tx
    .insertInto('fileClaims')
    .values({ registrationId, sha256, heldSince: now })
    .onConflict((on) => on.doNothing())
    .execute();
  await settleTicket(tx, receipt, now);
  return { sha256, fileName, fileSize };
}

export const countUnpaidFiles = (db: Kysely<DB>, userId: string, exceptId: string): Promise<number> =>
  countOf(
    db
      .selectFrom('registrations')
      .select(rowCount)
      .where('userId', '=', userId)
      .where('paymentPaidAt', 'is', null)
      .where('sha256', 'is not', null)
      .where('id', '<>', exceptId),
  );

/** Ignores other users' unpaid files; the unique index catches a concurrent payment. @throws AppError duplicate-file */
async function refuseDuplicate(tx: Tx, { sha256, registrationId, userId }: Receipt): Promise<void> {
  const other = await tx
    .selectFrom('registrations as r')
    .select((of) => [
      'r.id',
      'r.userId',
      'r.versionNumber as number',
      of.fn.coalesce('r.rootId', 'r.id').$castTo<string>().as('rootId'),
    ])
    .where('r.sha256', '=', sha256)
    .where('r.id', '<>', registrationId)
    .where('r.closedAt', 'is', null)
    .where((of) => of.or([of('r.userId', '=', userId), ownsHash('r')]))
    .orderBy((of) => of('r.userId', '=', userId), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (other) throw duplicateFile(other, { id: userId, rootId: await rootOf(tx, registrationId) });
}

/** Root of the version chain; the given id if there is no such registration. */
async function rootOf(db: Kysely<DB>, id: string): Promise<string> {
  const found = db.selectFrom('registrations').select('rootId').where('id', '=', id);
  return (await found.executeTakeFirst())?.rootId ?? id;
}

/**
 * `held`: a registration has the object. `pending`: an open upload may still attach it. If neither is true,
 * storage-hashing may remove the object.
 */
export const objectHoldStatus = (
  db: Database,
  objectKey: string,
  ticketId: string | null,
): Promise<{ held: boolean; pending: boolean }> =>
  db
    .selectNoFrom((eb) => [
      eb
        .or([
          eb.exists(eb.selectFrom('registrations').where('fileStoragePath', '=', objectKey)),
          eb.exists(eb.selectFrom('registrations').where('earlierFileStoragePath', '=', objectKey)),
        ])
        .$castTo<boolean>()
        .as('held'),
      eb
        .exists(
          eb
            .selectFrom('uploadTickets')
            .where('id', '=', sql<string>`${ticketId}::uuid`)
            .where('state', '=', 'open')
            .where('supersededAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('pending'),
    ])
    .executeTakeFirstOrThrow();
