import { event } from '@g2/kit/events';
import { isUniqueViolation } from '@g2/kit/failure';
import { deleteInBatches } from '@g2/kit/housekeeping';
import { newId } from '@g2/kit/ids';
import { emit } from '@g2/kit/outbox';
import { facts } from '@g2/proto/facts';
import { AppError, type ErrorCode, type ErrorDetail, isErrorCode } from '@g2/terms/errors';
import { attach, COMMIT_WITHIN_MS, duplicateFile, ownDuplicate, yieldClaim } from './domain/files.ts';
import { changeIn, type Database, lock, save, type Transaction } from './store.ts';

export type Ticket = { id: string; registrationId: string; userId: string; fileName: string };

/** What storage-hashing signs for a file it has stored. */
export type Receipt = Ticket & { objectKey: string; sha256: string; fileSize: number };
export type Stored = { sha256: string; fileName: string; fileSize: number };

/** Attempts at a hash whose holder lets go of it at the same moment. */
const ATTEMPTS = 3;
const SETTLED_KEPT_MS = 30 * 24 * 3_600_000;
const SWEEP = 100;

/**
 * A new upload begins, and supersedes the registration's earlier ones that are not committed: which file is held is
 * decided by the order in which uploads began, not by that in which they end.
 */
export const openTicket = (db: Database, ticket: Omit<Ticket, 'id'>, now: Date): Promise<string> =>
  db.tx(async (tx) => {
    const id = newId();
    await holdFilesOf(tx, ticket.userId);
    await tx.uploadTicket.updateMany({
      where: { registrationId: ticket.registrationId, state: 'open', supersededAt: null },
      data: { supersededAt: now },
    });
    await tx.uploadTicket.create({ data: { id, ...ticket, createdAt: now } });
    return id;
  });

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
      if (told instanceof AppError && REFUSALS.has(told.code)) await refuse(db, receipt, told, now);
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

async function commitIn(tx: Transaction, receipt: Receipt, now: Date): Promise<Stored> {
  const { sha256, fileName, fileSize, objectKey, registrationId, userId } = receipt;
  await holdFilesOf(tx, userId);
  const done = await takeTicket(tx, receipt, now);
  if (done) return done;
  await freeHash(tx, receipt, now);
  const file = { sha256, fileName, fileSize, objectKey, attachedAt: now };
  const others = await countUnpaidFiles(tx, userId, registrationId);
  const owner = { id: userId, role: 'client' } as const;
  await changeIn(tx, registrationId, (state) => attach(state, owner, file, others));
  await tx.$executeRawUnsafe(
    `INSERT INTO file_claims (registration_id, sha256, held_since) VALUES ($1::uuid, $2, $3::timestamptz)
     ON CONFLICT DO NOTHING`,
    registrationId,
    sha256,
    now,
  );
  await tx.uploadTicket.update({
    where: { id: receipt.id },
    data: { state: 'committed', objectKey, sha256, fileSize: BigInt(fileSize), settledAt: now },
  });
  return { sha256, fileName, fileSize };
}

/** A user's uploads begin and take their places one after another, so that they are ordered and counted truly. */
const holdFilesOf = (tx: Transaction, userId: string): Promise<number> =>
  tx.$executeRawUnsafe("SELECT pg_advisory_xact_lock(hashtextextended('files:' || $1, 0))", userId);

/** A user's registrations with an unpaid file, but for one. */
export const countUnpaidFiles = (
  at: Pick<Transaction, 'registration'>,
  userId: string,
  exceptId: string,
): Promise<number> =>
  at.registration.count({
    where: { userId, paymentPaidAt: null, sha256: { not: null }, id: { not: exceptId } },
  });

/** Another registration's lapsed claim on the hash ends; one that stands refuses. */
async function freeHash(
  tx: Transaction,
  { sha256, registrationId, userId }: Receipt,
  now: Date,
): Promise<void> {
  const holder = await tx.registration.findFirst({
    where: { sha256, id: { not: registrationId } },
    select: { id: true },
  });
  const held = holder && (await lock(tx, holder.id));
  if (!held?.file) return;
  const claim = await tx.fileClaim.findUnique({
    where: { registrationId_sha256: { registrationId: held.id, sha256 } },
  });
  const since = claim?.heldSince ?? held.file.attachedAt;
  await save(tx, held, yieldClaim(held, userId, sha256, since, now));
}

/** Holds the ticket for this transaction. @returns what it was committed to, when it was before */
async function takeTicket(tx: Transaction, receipt: Receipt, now: Date): Promise<Stored | null> {
  await tx.$queryRawUnsafe('SELECT 1 FROM upload_tickets WHERE id = $1::uuid FOR UPDATE', receipt.id);
  const ticket = await tx.uploadTicket.findUnique({ where: { id: receipt.id } });
  const used = new AppError('upload-ticket-used');
  if (!ticket || ticket.registrationId !== receipt.registrationId || ticket.userId !== receipt.userId)
    throw used;
  if (ticket.state === 'committed' && ticket.objectKey === receipt.objectKey && ticket.sha256) {
    return { sha256: ticket.sha256, fileName: ticket.fileName, fileSize: Number(ticket.fileSize) };
  }
  if (ticket.state === 'refused') throw refusalOf(ticket.refusal) ?? used;
  if (ticket.state !== 'open') throw used;
  if (ticket.supersededAt) throw new AppError('upload-superseded');
  if (now.getTime() - ticket.createdAt.getTime() > COMMIT_WITHIN_MS) throw used;
  return null;
}

/** The one in the way of a hash, as its uploader may hear of it; null when it is gone by now. */
async function whoHolds(db: Database, receipt: Receipt): Promise<AppError | null> {
  const holder = await db.prisma.registration.findUnique({
    where: { sha256: receipt.sha256 },
    select: { id: true, userId: true },
  });
  if (!holder) return null;
  return holder.userId === receipt.userId ? ownDuplicate(holder.id) : duplicateFile();
}

/** Remembers the refusal for a repeat, and lets the object go. */
const refuse = (db: Database, receipt: Receipt, refusal: AppError, now: Date): Promise<void> =>
  db.tx(async (tx) => {
    const { count } = await tx.uploadTicket.updateMany({
      where: { id: receipt.id, state: 'open' },
      data: {
        state: 'refused',
        objectKey: receipt.objectKey,
        refusal: { code: refusal.code, message: refusal.message, facts: refusal.detail.facts ?? {} },
        settledAt: now,
      },
    });
    if (count === 0) return;
    const { registrationId, objectKey } = receipt;
    await emit(tx, [
      event(facts.fileReleased, registrationId, 0, { registrationId, objectKey, reason: 'refused' }),
    ]);
  });

function refusalOf(kept: unknown): AppError | null {
  if (!kept || typeof kept !== 'object' || !('code' in kept) || typeof kept.code !== 'string') return null;
  if (!isErrorCode(kept.code)) return null;
  const detail: ErrorDetail = {};
  if ('message' in kept && typeof kept.message === 'string') detail.message = kept.message;
  const told = 'facts' in kept && kept.facts && typeof kept.facts === 'object' ? kept.facts : {};
  if ('registrationId' in told && typeof told.registrationId === 'string') {
    detail.facts = { registrationId: told.registrationId };
  }
  return new AppError(kept.code, detail);
}

/** Whether a registration has an object, or may still take it: storage-hashing removes no other. */
export async function holdOf(
  db: Database,
  objectKey: string,
  ticketId: string | null,
): Promise<{ held: boolean; pending: boolean }> {
  const [row] = await db.sql<{ held: boolean; pending: boolean }>(
    'object-hold',
    `SELECT EXISTS (SELECT FROM registrations WHERE file_storage_path = $1) AS held,
       EXISTS (SELECT FROM upload_tickets
         WHERE id = $2::uuid AND state = 'open' AND superseded_at IS NULL) AS pending`,
    [objectKey, ticketId],
  );
  return row ?? { held: false, pending: false };
}

/**
 * Tells off tickets that can no longer be committed, once each, so that what they left in storage may go.
 * @returns true when there may be more
 */
export const sweepTickets = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const rows = await tx.$queryRawUnsafe<{ id: string; registration_id: string }[]>(
      `UPDATE upload_tickets SET state = 'expired', settled_at = $1::timestamptz WHERE id IN (
         SELECT id FROM upload_tickets WHERE state = 'open' AND created_at < $2::timestamptz
         ORDER BY created_at LIMIT ${SWEEP} FOR UPDATE SKIP LOCKED) RETURNING id, registration_id`,
      now,
      new Date(now.getTime() - COMMIT_WITHIN_MS),
    );
    const events = rows.map((row) =>
      event(facts.uploadExpired, row.registration_id, 0, { ticketId: row.id }),
    );
    await emit(tx, events);
    return rows.length === SWEEP;
  });

/** Forgets tickets that were settled long ago. */
export const forgetTickets = (db: Database, now: Date, signal: AbortSignal): Promise<number> =>
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
