import type { Registration } from './domain/registration.ts';
import type { Database } from './store.ts';
import {
  COLUMNS,
  type NoteRow,
  type RegistrationRow,
  STAFF_COLUMNS,
  type StaffRow,
  toRegistration,
} from './store-rows.ts';

export type Noted = { state: Registration; notes: NoteRow[] };

/** The hot path: one statement, by primary key. */
export async function find(db: Database, id: string): Promise<Registration | null> {
  const rows = await db.sql<RegistrationRow>(
    'find',
    `SELECT ${COLUMNS} FROM registrations r WHERE r.id = $1`,
    [id],
  );
  return rows[0] ? toRegistration(rows[0]) : null;
}

/** The same with its internal notes, newest first: for staff only. */
export async function findNoted(db: Database, id: string): Promise<Noted | null> {
  const rows = await db.sql<StaffRow>(
    'find-noted',
    `SELECT ${STAFF_COLUMNS} FROM registrations r WHERE r.id = $1`,
    [id],
  );
  return rows[0] ? noted(rows[0]) : null;
}

export const noted = (row: StaffRow): Noted => ({ state: toRegistration(row), notes: row.internal_notes });

export type HistoryRow = {
  id: string;
  registration_id: string;
  from_status: string | null;
  to_status: string;
  changed_by: string | null;
  reason: string | null;
  notes: string | null;
  created_at: Date;
};

/** Oldest first. */
export const history = (db: Database, registrationId: string): Promise<HistoryRow[]> =>
  db.sql<HistoryRow>(
    'history',
    `SELECT id, registration_id, from_status, to_status, changed_by, reason, notes, created_at
     FROM registration_status_history WHERE registration_id = $1 ORDER BY created_at, id LIMIT 1000`,
    [registrationId],
  );

/** True when a refund or dispute stands against the payment that paid it. */
export async function isFlagged(db: Database, paymentId: string | null): Promise<boolean> {
  if (!paymentId) return false;
  const rows = await db.sql(
    'flag',
    'SELECT 1 FROM payment_flags WHERE payment_id = $1 AND flag IS NOT NULL',
    [paymentId],
  );
  return rows.length > 0;
}

/** Paid, and not yet certified: such a user's account may not be deleted. */
export async function hasUnfinishedPaid(db: Database, userId: string): Promise<boolean> {
  const rows = await db.sql(
    'unfinished-paid',
    `SELECT 1 FROM registrations
     WHERE user_id = $1 AND payment_paid_at IS NOT NULL AND status <> 'certificate_issued' LIMIT 1`,
    [userId],
  );
  return rows.length > 0;
}
