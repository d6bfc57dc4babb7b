import { deleteInBatches } from '@g2/kit/housekeeping';
import { emit } from '@g2/kit/outbox';
import { sql } from 'kysely';
import { toEvents } from '../announce.ts';
import { expireFile, expiryOf, warnAttachedUntil } from '../domain/unpaid-files.ts';
import { type Database, saveRegistration, type Tx } from '../store.ts';
import { selectRegistrations, toRegistration } from './rows.ts';

const BATCH = 100;
/** How long a warning is kept after the announced removal time of its file, ms. */
const WARNING_KEPT_MS = 24 * 3_600_000;

/** Warns owners once per file, and removes the files that are due. @returns true if there may be more */
export async function sweepUnpaidFiles(db: Database, now: Date, signal: AbortSignal): Promise<boolean> {
  const warned = await warnExpiring(db, now);
  if (signal.aborted) return warned;
  const gone = await removeExpired(db, now);
  if (warned || gone) return true;
  const where = { where: 'expires_at < $1', values: [new Date(now.getTime() - WARNING_KEPT_MS)] };
  await deleteInBatches(db.pool, { table: 'unpaid_file_warnings', key: 'registration_id', ...where }, signal);
  return false;
}

/** @returns true if there may be more files to warn about */
const warnExpiring = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const rows = await selectRegistrations(tx)
      .where('r.paymentPaidAt', 'is', null)
      .where('r.sha256', 'is not', null)
      .where('r.fileAttachedAt', '<=', warnAttachedUntil(now))
      .where((eb) =>
        eb.not(
          eb.exists(
            eb
              .selectFrom('unpaidFileWarnings as w')
              .whereRef('w.registrationId', '=', 'r.id')
              .whereRef('w.attachedAt', '=', 'r.fileAttachedAt'),
          ),
        ),
      )
      .orderBy('r.fileAttachedAt')
      .orderBy('r.id')
      .limit(BATCH)
      .forUpdate()
      .skipLocked()
      .execute();
    const expiring = rows.map(toRegistration).flatMap((state) => {
      const { file } = state;
      return file ? [{ state, fileName: file.fileName, expiresAt: expiryOf(file.attachedAt, now) }] : [];
    });
    const warned = await saveWarnings(
      tx,
      expiring.map(({ state, expiresAt }) => ({ id: state.id, expires_at: expiresAt })),
    );
    const events = expiring
      .filter(({ state }) => warned.has(state.id))
      .flatMap(({ state, fileName, expiresAt }) =>
        toEvents(state, { next: state, facts: [{ kind: 'file-expiring', fileName, expiresAt }] }),
      );
    await emit(tx, events);
    return rows.length === BATCH;
  });

/** @returns ids of the registrations that no other replica has warned about */
async function saveWarnings(tx: Tx, all: { id: string; expires_at: Date }[]): Promise<Set<string>> {
  // One statement for all warnings. SQL copies the attachment time, since a Date would lose its microseconds.
  const { rows } = await sql<{ registrationId: string }>`
    INSERT INTO unpaid_file_warnings AS w (registration_id, attached_at, expires_at)
    SELECT r.id, r.file_attached_at, e.expires_at
    FROM jsonb_to_recordset(${JSON.stringify(all)}::jsonb) AS e(id uuid, expires_at timestamptz)
      JOIN registrations r USING (id)
    ON CONFLICT (registration_id) DO UPDATE SET attached_at = excluded.attached_at, expires_at = excluded.expires_at
      WHERE w.attached_at <> excluded.attached_at
    RETURNING registration_id`.execute(tx);
  return new Set(rows.map((row) => row.registrationId));
}

/** @returns true if there may be more files to remove */
const removeExpired = (db: Database, now: Date): Promise<boolean> =>
  db.tx(async (tx) => {
    const rows = await selectRegistrations(tx)
      .innerJoin('unpaidFileWarnings as w', (on) =>
        on.onRef('w.registrationId', '=', 'r.id').onRef('w.attachedAt', '=', 'r.fileAttachedAt'),
      )
      .where('w.expiresAt', '<=', now)
      .where('r.paymentPaidAt', 'is', null)
      .orderBy('w.expiresAt')
      .limit(BATCH)
      .forUpdate('r')
      .skipLocked()
      .execute();
    for (const state of rows.map(toRegistration)) await saveRegistration(tx, state, expireFile(state));
    return rows.length === BATCH;
  });
