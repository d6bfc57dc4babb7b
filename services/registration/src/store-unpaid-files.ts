import { deleteInBatches } from '@g2/kit/housekeeping';
import { emit } from '@g2/kit/outbox';
import { announce } from './announce.ts';
import { expireFile, expiryOf, toldWhenAttachedUntil } from './domain/unpaid-files.ts';
import { type Database, save, type Transaction } from './store.ts';
import { COLUMNS, type RegistrationRow, toRegistration } from './store-rows.ts';

const BATCH = 100;
/** After this a warning speaks of a file that is gone, replaced or paid for, ms past its date. */
const WARNING_KEPT_MS = 24 * 3_600_000;

/**
 * Tells owners of unpaid files that go soon, once for each file, and lets those go whose date has come.
 * @returns true when there may be more
 */
export async function sweepUnpaidFiles(db: Database, now: Date, signal: AbortSignal): Promise<boolean> {
  const told = await tellExpiring(db, now);
  if (signal.aborted) return told;
  const gone = await removeExpired(db, now);
  if (told || gone) return true;
  const where = { where: 'expires_at < $1', values: [new Date(now.getTime() - WARNING_KEPT_MS)] };
  await deleteInBatches(db.pool, { table: 'unpaid_file_warnings', key: 'registration_id', ...where }, signal);
  return false;
}

/** @returns true when there may be more */
const tellExpiring = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const rows = await tx.$queryRawUnsafe<RegistrationRow[]>(
      `SELECT ${COLUMNS} FROM registrations r
       WHERE r.payment_paid_at IS NULL AND r.sha256 IS NOT NULL AND r.file_attached_at <= $1::timestamptz
         AND NOT EXISTS (SELECT FROM unpaid_file_warnings w
           WHERE w.registration_id = r.id AND w.attached_at = r.file_attached_at)
       ORDER BY r.file_attached_at, r.id LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
      toldWhenAttachedUntil(now),
    );
    const expiring = rows.map(toRegistration).flatMap((state) => {
      const { file } = state;
      return file ? [{ state, fileName: file.fileName, expiresAt: expiryOf(file.attachedAt, now) }] : [];
    });
    const told = await noteWarnings(
      tx,
      expiring.map(({ state, expiresAt }) => ({ id: state.id, expires_at: expiresAt })),
    );
    const events = expiring
      .filter(({ state }) => told.has(state.id))
      .flatMap(({ state, fileName, expiresAt }) =>
        announce(state, { next: state, facts: [{ kind: 'file-expiring', fileName, expiresAt }] }),
      );
    await emit(tx, events);
    return rows.length === BATCH;
  });

/** @returns ids of those that were not told before, by another replica a moment ago */
async function noteWarnings(tx: Transaction, all: { id: string; expires_at: Date }[]): Promise<Set<string>> {
  const rows = await tx.$queryRawUnsafe<{ registration_id: string }[]>(
    `INSERT INTO unpaid_file_warnings AS w (registration_id, attached_at, expires_at)
     SELECT r.id, r.file_attached_at, e.expires_at
     FROM jsonb_to_recordset($1::jsonb) AS e(id uuid, expires_at timestamptz) JOIN registrations r USING (id)
     ON CONFLICT (registration_id) DO UPDATE SET attached_at = excluded.attached_at, expires_at = excluded.expires_at
       WHERE w.attached_at <> excluded.attached_at
     RETURNING registration_id`,
    JSON.stringify(all),
  );
  return new Set(rows.map((row) => row.registration_id));
}

/** @returns true when there may be more */
const removeExpired = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const rows = await tx.$queryRawUnsafe<RegistrationRow[]>(
      `SELECT ${COLUMNS} FROM registrations r JOIN unpaid_file_warnings w
         ON w.registration_id = r.id AND w.attached_at = r.file_attached_at
       WHERE w.expires_at <= $1::timestamptz AND r.payment_paid_at IS NULL
       ORDER BY w.expires_at LIMIT ${BATCH} FOR UPDATE OF r SKIP LOCKED`,
      now,
    );
    for (const state of rows.map(toRegistration)) await save(tx, state, expireFile(state));
    return rows.length === BATCH;
  });
