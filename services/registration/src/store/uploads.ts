import { AppError, type ErrorCode } from '@g2/terms/errors';
import { type Kysely, sql } from 'kysely';
import type { DB } from '#tables';
import { attach, duplicateFile } from '../domain/files.ts';
import { changeIn, type Database, type Tx } from '../store.ts';
import { takesHash } from './rows.ts';
import { holdFilesOf, type Receipt, refuseTicket, type Stored, settleTicket, takeTicket } from './tickets.ts';

/**
 * The stored file takes its place in its registration (api-rules R5). Whoever loses has the object released, in a
 * transaction that commits though the commit is refused. The same receipt again gets the same answer.
 * @throws AppError upload-ticket-used, upload-superseded, not-found, not-editable, duplicate-file, too-many-unpaid
 */
export async function commitUpload(db: Database, receipt: Receipt, now: Date): Promise<Stored> {
  try {
    return await db.tx((tx) => commitIn(tx, receipt, now));
  } catch (error) {
    const isTaken = error instanceof AppError && error.code === 'file-taken';
    // Another was paid with these bytes at this moment, as the unique index on the hash says.
    const refusal = isTaken ? new AppError('duplicate-file', {}, error) : error;
    if (refusal instanceof AppError && REFUSALS.has(refusal.code))
      await refuseTicket(db, receipt, refusal, now);
    throw refusal;
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
  await refuseDuplicate(tx, receipt);
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

/**
 * Unpaid files of other people do not matter. A user's own are looked for under the lock on their files; what is paid
 * at this moment the unique index finds.
 * @throws AppError duplicate-file
 */
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
    .where((of) => of.or([of('r.userId', '=', userId), takesHash('r')]))
    .orderBy((of) => of('r.userId', '=', userId), 'desc')
    .limit(1)
    .executeTakeFirst();
  if (other) throw duplicateFile(other, { id: userId, rootId: await rootOf(tx, registrationId) });
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
