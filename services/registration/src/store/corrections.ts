import { type Kysely, sql, type Transaction } from 'kysely';
import type { DB } from '#tables';
import type { CorrectionSnapshot } from '../domain/corrections.ts';
import type { Registration } from '../domain/registration.ts';

/** Stores a snapshot at a request for corrections; deletes it after the review. The caller must hold the row lock. */
export async function saveSnapshot(
  tx: Transaction<DB>,
  before: Registration,
  next: Registration,
): Promise<void> {
  const { id, correctionsAskedAt: askedAt } = next;
  if (askedAt === null) {
    await tx.deleteFrom('correctionSnapshots').where('registrationId', '=', id).execute();
    return;
  }
  const reason = next.correctionReason ?? '';
  await sql`INSERT INTO correction_snapshots (registration_id, asked_at, reason, details, holders)
    SELECT ${id}, ${askedAt}, ${reason}, ${JSON.stringify(before.details)}::jsonb, coalesce(jsonb_agg(
      jsonb_build_object('holderName', h.holder_name, 'holderTaxId', h.holder_tax_id,
        'ownershipPercentage', h.ownership_percentage) ORDER BY h.created_at, h.id), '[]')
    FROM registration_holders h WHERE h.registration_id = ${id}
    ON CONFLICT (registration_id) DO UPDATE SET asked_at = excluded.asked_at, reason = excluded.reason,
      details = excluded.details, holders = excluded.holders`.execute(tx);
}

export const findSnapshot = (
  db: Kysely<DB>,
  registrationId: string,
): Promise<CorrectionSnapshot | undefined> =>
  db
    .selectFrom('correctionSnapshots')
    .select(['askedAt', 'reason', 'details', 'holders'])
    .where('registrationId', '=', registrationId)
    .executeTakeFirst();
