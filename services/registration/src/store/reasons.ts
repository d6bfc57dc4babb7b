import { isUuid, newId } from '@g2/kit/ids';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import {
  changeReason,
  type Reason,
  type ReasonPatch,
  reasonNotFound,
  reorderReasons,
  unknownReason,
} from '../domain/reasons.ts';

/** `uses`: number of requests for corrections that used the reason. */
export type ListedReason = Reason & { uses: number };

/** Ready reasons in display order. Archived ones are included if requested, and come last. */
export const listReasons = async (db: Kysely<DB>, archived: boolean): Promise<ListedReason[]> => {
  const { rows } = await sql<ListedReason>`SELECT r.id, r.title, r.text, r.archived_at,
      (SELECT count(*) FROM correction_reason_uses u WHERE u.reason_id = r.id) AS uses
    FROM correction_reasons r WHERE ${archived} OR r.archived_at IS NULL
    ORDER BY r.archived_at IS NOT NULL, r.place, r.id`.execute(db);
  return rows;
};

export async function addReason(
  tx: Transaction<DB>,
  words: Pick<Reason, 'title' | 'text'>,
  now: Date,
): Promise<string> {
  const ids = await lockOrder(tx);
  const id = newId();
  const row = { id, ...words, place: ids.length + 1, archivedAt: null, createdAt: now };
  await tx.insertInto('correctionReasons').values(row).execute();
  return id;
}

/** @throws AppError not-found, invalid-input */
export async function editReason(
  tx: Transaction<DB>,
  id: string,
  patch: ReasonPatch,
  now: Date,
): Promise<void> {
  const ids = await lockOrder(tx);
  const before = await tx
    .selectFrom('correctionReasons')
    .select(['id', 'title', 'text', 'archivedAt'])
    .where('id', '=', id)
    .executeTakeFirst();
  if (!before) throw reasonNotFound();
  const { title, text, archivedAt } = changeReason(before, patch, now);
  await tx.updateTable('correctionReasons').set({ title, text, archivedAt }).where('id', '=', id).execute();
  if (archivedAt !== null) return;
  const order = reorderReasons(ids, id, patch.place);
  await sql`UPDATE correction_reasons r SET place = o.place
    FROM unnest(${order}::uuid[]) WITH ORDINALITY AS o (id, place) WHERE r.id = o.id`.execute(tx);
}

/** The advisory lock serializes changes of the order. @returns ids of the reasons that are not archived, in order */
async function lockOrder(tx: Transaction<DB>): Promise<string[]> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('correction-reasons', 0))`.execute(tx);
  const rows = await tx
    .selectFrom('correctionReasons')
    .select('id')
    .where('archivedAt', 'is', null)
    .orderBy('place')
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

/** Records the ready reasons used in a request for corrections. @throws AppError invalid-input for an unknown reason */
export async function countUses(
  tx: Transaction<DB>,
  registrationId: string,
  askedAt: Date,
  ids: string[],
): Promise<void> {
  if (!ids.every(isUuid)) throw unknownReason();
  const { numAffectedRows: counted = 0n } = await sql`INSERT INTO correction_reason_uses
      (registration_id, asked_at, reason_id)
    SELECT ${registrationId}, ${askedAt}, id FROM correction_reasons WHERE id = ANY (${ids}::uuid[])`.execute(
    tx,
  );
  if (counted !== BigInt(ids.length)) throw unknownReason();
}
