import { deleteInBatches } from '@g2/kit/housekeeping';
import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { AppError, isErrorCode } from '@g2/terms/errors';
import { type Selectable, sql } from 'kysely';
import type { UploadTicket } from '#tables';
import { uploadExpiredEvent, uploadRefusedEvent } from '../announce.ts';
import { COMMIT_WITHIN_MS } from '../domain/files.ts';
import type { Database, Tx } from '../store.ts';

export type Ticket = { id: string; registrationId: string; userId: string; fileName: string };

/** Claims of storage-hashing about a stored file. */
export type Receipt = Ticket & {
  objectKey: string;
  sha256: string;
  /** Null if an earlier release of storage-hashing stored the file. */
  sha512: string | null;
  fileSize: number;
};
export type StoredUpload = { sha256: string; fileName: string; fileSize: number };

const SETTLED_KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP = 100;

/** Supersedes earlier uncommitted uploads: the upload that starts last is kept, whichever ends last. */
export const openTicket = (
  db: Database,
  ticket: Omit<Ticket, 'id'> & { metadata?: string | undefined },
  now: Date,
): Promise<string> =>
  db.tx(async (tx) => {
    const id = newId();
    await lockFilesOf(tx, ticket.userId);
    const before = await tx
      .updateTable('uploadTickets')
      .set({ supersededAt: now })
      .where('registrationId', '=', ticket.registrationId)
      .where('state', '=', 'open')
      .where('supersededAt', 'is', null)
      .returning('id')
      .execute();
    await emit(
      tx,
      before.map((earlier) => uploadExpiredEvent(ticket.registrationId, earlier.id, true)),
    );
    await tx
      .insertInto('uploadTickets')
      .values({ id, ...ticket, createdAt: now })
      .execute();
    return id;
  });

export type UploadStatus =
  | { state: 'none' }
  | { state: 'open' | 'superseded'; ticket: Ticket; createdAt: Date; metadata: string | null }
  | { state: 'stored'; ticket: Ticket; createdAt: Date; metadata: string | null; stored: StoredUpload }
  | { state: 'refused'; ticket: Ticket; refusal: AppError };

/** Status of the upload `id`, or of the registration's latest upload. */
export async function uploadStatusOf(
  db: Database,
  { registrationId, userId, id }: { registrationId: string; userId: string; id?: string },
  now: Date,
): Promise<UploadStatus> {
  const row = await db
    .selectFrom('uploadTickets')
    .selectAll()
    .where('registrationId', '=', registrationId)
    .where('userId', '=', userId)
    .$if(id !== undefined, (all) => all.where('id', '=', id ?? ''))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!row) return { state: 'none' };
  const { state, fileName, createdAt, supersededAt, sha256, fileSize, metadata } = row;
  const ticket = { id: row.id, registrationId, userId, fileName };
  if (state === 'committed' && sha256) {
    return {
      state: 'stored',
      ticket,
      createdAt,
      metadata,
      stored: { sha256, fileName, fileSize: Number(fileSize ?? 0) },
    };
  }
  if (state === 'refused') {
    return { state, ticket, refusal: refusalOf(row.refusal) ?? new AppError('upload-ticket-used') };
  }
  const isOver = state !== 'open' || now.getTime() - createdAt.getTime() > COMMIT_WITHIN_MS;
  if (isOver) return { state: 'none' };
  return { state: supersededAt ? 'superseded' : 'open', ticket, createdAt, metadata };
}

/** Cancels an upload at its owner's request, so that storage may clean up. */
export const endTicket = (
  db: Database,
  { id, registrationId, userId }: Omit<Ticket, 'fileName'>,
  now: Date,
) =>
  db.tx(async (tx) => {
    const ended = await tx
      .updateTable('uploadTickets')
      .set({ state: 'expired', settledAt: now })
      .where('id', '=', id)
      .where('registrationId', '=', registrationId)
      .where('userId', '=', userId)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (ended.numUpdatedRows > 0n) await emit(tx, [uploadExpiredEvent(registrationId, id)]);
  });

/** Serializes a user's uploads, so that their order and count are exact. */
export const lockFilesOf = async (tx: Tx, userId: string): Promise<void> =>
  void (await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`files:${userId}`}, 0))`.execute(tx));

/** Locks the ticket. @returns the file stored with it, on a repeated call; null on the first call */
export async function lockTicket(tx: Tx, receipt: Receipt, now: Date): Promise<StoredUpload | null> {
  const ticket = await tx
    .selectFrom('uploadTickets')
    .selectAll()
    .where('id', '=', receipt.id)
    .forUpdate()
    .executeTakeFirst();
  const used = new AppError('upload-ticket-used');
  if (!ticket || ticket.registrationId !== receipt.registrationId || ticket.userId !== receipt.userId)
    throw used;
  const { sha256, fileName, fileSize } = ticket;
  if (ticket.state === 'committed' && ticket.objectKey === receipt.objectKey && sha256) {
    return { sha256, fileName, fileSize: fileSize ?? 0 };
  }
  if (ticket.state === 'refused') throw refusalOf(ticket.refusal) ?? used;
  if (ticket.state !== 'open') throw used;
  if (ticket.supersededAt) throw new AppError('upload-superseded');
  if (now.getTime() - ticket.createdAt.getTime() > COMMIT_WITHIN_MS) throw used;
  return null;
}

/** Stores the outcome, so that a repeated receipt gets the same response. */
export async function settleTicket(
  tx: Tx,
  { id, objectKey, sha256, fileSize }: Receipt,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('uploadTickets')
    .set({ state: 'committed', objectKey, sha256, fileSize, settledAt: now })
    .where('id', '=', id)
    .execute();
}

/** Stores the refusal for a repeated call, and releases the object. */
export const refuseTicket = (db: Database, receipt: Receipt, refusal: AppError, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    const { code, message, detail } = refusal;
    const refused = await tx
      .updateTable('uploadTickets')
      .set({
        state: 'refused',
        objectKey: receipt.objectKey,
        refusal: { code, message, facts: detail.facts ?? {} },
        settledAt: now,
      })
      .where('id', '=', receipt.id)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (refused.numUpdatedRows === 0n) return;
    await emit(tx, [uploadRefusedEvent(receipt.registrationId, receipt.objectKey)]);
  });

/** Null if none is stored, or if this release does not know its code. */
function refusalOf(stored: Selectable<UploadTicket>['refusal']): AppError | null {
  if (!stored || !isErrorCode(stored.code)) return null;
  const { message, facts } = stored;
  return new AppError(stored.code, facts?.registrationId ? { message, facts } : { message });
}

/** Expires overdue tickets once each, so that storage may clean up. @returns true if there may be more */
export const sweepTickets = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const rows = await tx
      .updateTable('uploadTickets')
      .set({ state: 'expired', settledAt: now })
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('uploadTickets')
          .select('id')
          .where('state', '=', 'open')
          .where('createdAt', '<', new Date(now.getTime() - COMMIT_WITHIN_MS))
          .orderBy('createdAt')
          .limit(SWEEP)
          .forUpdate()
          .skipLocked(),
      )
      .returning(['id', 'registrationId'])
      .execute();
    await emit(
      tx,
      rows.map((row) => uploadExpiredEvent(row.registrationId, row.id)),
    );
    return rows.length === SWEEP;
  });

export const deleteOldTickets = (db: Database, now: Date, signal: AbortSignal): Promise<number> =>
  deleteInBatches(
    db.pool,
    {
      table: 'upload_tickets',
      key: 'id',
      where: "state <> 'open' AND settled_at < $1",
      values: [new Date(now.getTime() - SETTLED_KEPT_MS)],
    },
    signal,
  );
