import { isUniqueViolation } from '@g2/kit/failure';
import { AppError, type ErrorCode } from '@g2/terms/errors';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { attach, duplicateFile, ownDuplicate, yieldClaim } from './domain/files.ts';
import { changeIn, type Database, lock, save, type Tx } from './store.ts';
import {
  holdFilesOf,
  type Receipt,
  refuseTicket,
  type Stored,
  settleTicket,
  takeTicket,
} from './store-tickets.ts';

/** Attempts at a hash whose holder lets go of it at the same moment. */
const ATTEMPTS = 3;

/**
 * The stored file takes its place in its registration (contract rule 5). The unique index on the hash decides who
 * has it; whoever loses has the object released, in a transaction that commits though the commit is refused.
 * The same receipt again gets the same answer.
 * @throws AppError upload-ticket-used, upload-superseded, not-found, not-editable, duplicate-file, too-many-unpaid
 */
export async function commitUpload(db: Database, receipt: Receipt, now: Date): Promise<Stored> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.tx((tx) => commitIn(tx, receipt, now));
    } catch (error) {
      const refusal = isUniqueViolation(error) ? await whoHolds(db, receipt) : error;
      if (refusal === null && attempt < ATTEMPTS) continue;
      const told = refusal ?? duplicateFile();
      if (told instanceof AppError && REFUSALS.has(told.code)) await refuseTicket(db, receipt, told, now);
      throw told;
    }
  }
}

const REFUSALS = new Set<ErrorCode>([
  'upload-superseded',
  'not-found',
  'not-editable',
  'duplicate-file',
  'too-many-unpaid',
]);

async function commitIn(tx: Tx, receipt: Receipt, now: Date): Promise<Stored> {
  const { sha256, sha512, fileName, fileSize, objectKey, registrationId, userId } = receipt;
  await holdFilesOf(tx, userId);
  const done = await takeTicket(tx, receipt, now);
  if (done) return done;
  await freeHash(tx, receipt, now);
  const file = { sha256, sha512, fileName, fileSize, objectKey, attachedAt: now };
  const others = await countUnpaidFiles(tx, userId, registrationId);
  const owner = { id: userId, role: 'client' } as const;
  await changeIn(tx, registrationId, (state) => attach(state, owner, file, others));
  await tx
    .insertInto('fileClaims')
    .values({ registrationId, sha256, heldSince: now })
    .onConflict((on) => on.doNothing())
    .execute();
  await settleTicket(tx, receipt, now);
  return { sha256, fileName, fileSize };
}

/** A user's registrations with an unpaid file, but for one. */
export async function countUnpaidFiles(db: Kysely<DB>, userId: string, exceptId: string): Promise<number> {
  const { count } = await db
    .selectFrom('registrations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .where('paymentPaidAt', 'is', null)
    .where('sha256', 'is not', null)
    .where('id', '<>', exceptId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Another registration's lapsed claim on the hash ends; one that stands refuses. */
async function freeHash(tx: Tx, { sha256, registrationId, userId }: Receipt, now: Date): Promise<void> {
  const holder = await tx
    .selectFrom('registrations')
    .select('id')
    .where('sha256', '=', sha256)
    .where('id', '<>', registrationId)
    .executeTakeFirst();
  const held = holder && (await lock(tx, holder.id));
  if (!held?.file) return;
  const claim = await tx
    .selectFrom('fileClaims')
    .select('heldSince')
    .where('registrationId', '=', held.id)
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  const since = claim?.heldSince ?? held.file.attachedAt;
  const uploader = { id: userId, rootId: await rootOf(tx, registrationId) };
  await save(tx, held, yieldClaim(held, uploader, sha256, since, now));
}

/** The one in the way of a hash, as its uploader may hear of it; null when it is gone by now. */
async function whoHolds(db: Database, receipt: Receipt): Promise<AppError | null> {
  const holder = await db
    .selectFrom('registrations')
    .select((of) => [
      'id',
      'userId',
      'versionNumber as number',
      of.fn.coalesce('rootId', 'id').$castTo<string>().as('rootId'),
    ])
    .where('sha256', '=', receipt.sha256)
    .executeTakeFirst();
  if (!holder) return null;
  if (holder.userId !== receipt.userId) return duplicateFile();
  return ownDuplicate(holder, await rootOf(db, receipt.registrationId));
}

/** The first of a registration's chain; its own id where there is no such registration. */
async function rootOf(db: Kysely<DB>, id: string): Promise<string> {
  const found = db.selectFrom('registrations').select('rootId').where('id', '=', id);
  return (await found.executeTakeFirst())?.rootId ?? id;
}

/** Whether a registration has an object, or may still take it: storage-hashing removes no other. */
export const holdOf = (
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
