import type { Registration } from './domain/registration.ts';
import type { Database } from './store.ts';
import {
  COLUMNS,
  type ListedRow,
  type NoteRow,
  type RegistrationRow,
  STAFF_COLUMNS,
  type StaffRow,
  toRegistration,
} from './store-rows.ts';

/** A registration as staff see it; in a list with the number of its notes alone. */
export type Noted = { state: Registration; notes: NoteRow[]; noteCount: number };

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
  return rows[0] ? { ...listed(rows[0]), notes: rows[0].internal_notes } : null;
}

export const listed = (row: ListedRow): Noted => ({
  state: toRegistration(row),
  notes: [],
  noteCount: Number(row.note_count),
});

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

/** What one answer may hold of a history, bytes of text: gRPC takes 4 MiB at most. */
const HISTORY_BYTES = 3 * 1_048_576;

/** Oldest first; of a very long one its end. */
export const history = (db: Database, registrationId: string): Promise<HistoryRow[]> =>
  db.sql<HistoryRow>(
    'history',
    `SELECT id, registration_id, from_status, to_status, changed_by, reason, notes, created_at FROM (
       SELECT h.*, sum(octet_length(coalesce(reason, '')) + octet_length(coalesce(notes, '')) + 300)
         OVER (ORDER BY created_at DESC, id DESC) AS bytes
       FROM registration_status_history h WHERE registration_id = $1
     ) newest WHERE bytes <= ${HISTORY_BYTES} ORDER BY created_at, id`,
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

/** Of these users, those with a registration paid and not yet certified: their accounts may not be deleted. */
export async function unfinishedPaid(db: Database, userIds: string[]): Promise<string[]> {
  const rows = await db.sql<{ user_id: string }>(
    'unfinished-paid',
    `SELECT DISTINCT user_id FROM registrations
     WHERE user_id = ANY($1::uuid[]) AND payment_paid_at IS NOT NULL AND status <> 'certificate_issued'`,
    [userIds],
  );
  return rows.map((row) => row.user_id);
}
