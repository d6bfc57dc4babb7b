import { timeOfId } from './domain/queries.ts';
import type { Registration } from './domain/registration.ts';
import type { Database } from './store.ts';
import { listed, type Noted } from './store-reads.ts';
import {
  COLUMNS,
  LISTED_COLUMNS,
  type ListedRow,
  type RegistrationRow,
  toRegistration,
} from './store-rows.ts';

// Civil months are São Paulo's (contract "HTTP in general").
const ZONE = "'America/Sao_Paulo'";
const monthStart = (at: string): string => `date_trunc('month', ${at}::timestamptz AT TIME ZONE ${ZONE})`;

export type OwnFigures = { total: number; recent: number; fileBytes: number; jurisdictions: number };

/** A user's own, on the index of their registrations. */
export async function ownFigures(db: Database, userId: string, now: Date): Promise<OwnFigures> {
  const [row] = await db.sql<{ total: string; recent: string; bytes: string; jurisdictions: string }>(
    'own-figures',
    `SELECT count(*) AS total,
       count(*) FILTER (WHERE created_at >= ${monthStart('$2')} AT TIME ZONE ${ZONE}) AS recent,
       coalesce(sum(file_size), 0)::bigint AS bytes, count(DISTINCT jurisdiction) AS jurisdictions
     FROM registrations WHERE user_id = $1`,
    [userId, now],
  );
  return {
    total: Number(row?.total ?? 0),
    recent: Number(row?.recent ?? 0),
    fileBytes: Number(row?.bytes ?? 0),
    jurisdictions: Number(row?.jurisdictions ?? 0),
  };
}

/** Created in this civil month. */
export async function createdThisMonth(db: Database, now: Date): Promise<number> {
  const [row] = await db.sql<{ count: string }>(
    'created-this-month',
    `SELECT count(*) FROM registrations WHERE created_at >= ${monthStart('$1')} AT TIME ZONE ${ZONE}`,
    [now],
  );
  return Number(row?.count ?? 0);
}

export type PeriodFigures = {
  created: number;
  revenueCents: number;
  /** Days from payment to certificate, of certificates issued in the period; null without any. */
  meanDays: number | null;
};

export async function periodFigures(db: Database, since: Date): Promise<PeriodFigures> {
  const [row] = await db.sql<{ created: string; revenue: string; days: number | null }>(
    'period-figures',
    `SELECT (SELECT count(*) FROM registrations WHERE created_at >= $1) AS created,
       (SELECT coalesce(sum(payment_amount), 0)::bigint FROM registrations WHERE payment_paid_at >= $1) AS revenue,
       (SELECT avg(extract(epoch FROM certificate_issued_at - payment_paid_at) / 86400)::float8
        FROM registrations WHERE certificate_issued_at >= $1) AS days`,
    [since],
  );
  return {
    created: Number(row?.created ?? 0),
    revenueCents: Number(row?.revenue ?? 0),
    meanDays: row?.days ?? null,
  };
}

export type MonthFigures = { month: string; registrations: number; certificates: number };

/** The last six civil months, this one included, oldest first; months without anything are zeros. */
export async function monthlyTrend(db: Database, now: Date): Promise<MonthFigures[]> {
  const rows = await db.sql<{ month: string; registrations: string; certificates: string }>(
    'trend',
    `WITH months AS (
       SELECT m AT TIME ZONE ${ZONE} AS begins, (m + interval '1 month') AT TIME ZONE ${ZONE} AS ends,
         to_char(m, 'YYYY-MM') AS month
       FROM generate_series(${monthStart('$1')} - interval '5 months', ${monthStart('$1')}, interval '1 month') m)
     SELECT month,
       (SELECT count(*) FROM registrations WHERE created_at >= begins AND created_at < ends) AS registrations,
       (SELECT count(*) FROM registrations
        WHERE certificate_issued_at >= begins AND certificate_issued_at < ends) AS certificates
     FROM months ORDER BY month`,
    [now],
  );
  return rows.map((row) => ({
    month: row.month,
    registrations: Number(row.registrations),
    certificates: Number(row.certificates),
  }));
}

/** The newest few, for the list of recent activity. */
export async function newest(db: Database, limit: number): Promise<Noted[]> {
  const rows = await db.sql<ListedRow>(
    'newest',
    `SELECT ${LISTED_COLUMNS} FROM registrations r ORDER BY r.created_at DESC, r.id DESC LIMIT $1`,
    [limit],
  );
  return rows.map(listed);
}

/** Work still to be done, by operator: read from the index of what is open. */
export async function assignedCounts(db: Database): Promise<{ operatorId: string; assigned: number }[]> {
  const rows = await db.sql<{ operator_id: string; assigned: string }>(
    'assigned-counts',
    `SELECT operator_id, count(*) AS assigned FROM registration_assignments WHERE is_open
     GROUP BY 1 ORDER BY 2 DESC, 1`,
  );
  return rows.map((row) => ({ operatorId: row.operator_id, assigned: Number(row.assigned) }));
}

/**
 * A page of what was created since, oldest first, after the row `after`. That row may have been deleted since the
 * last page: its id still tells when it was made.
 */
export async function exportPage(
  db: Database,
  since: Date,
  after: string | null,
  limit: number,
): Promise<Registration[]> {
  const rows = await db.sql<RegistrationRow>(
    after ? 'export-after' : 'export-first',
    after
      ? `SELECT ${COLUMNS} FROM registrations r WHERE r.created_at >= $1 AND (r.created_at, r.id) >
           (coalesce((SELECT created_at FROM registrations WHERE id = $3), $4), $3::uuid)
         ORDER BY r.created_at, r.id LIMIT $2`
      : `SELECT ${COLUMNS} FROM registrations r WHERE r.created_at >= $1 ORDER BY r.created_at, r.id LIMIT $2`,
    after ? [since, limit, after, timeOfId(after)] : [since, limit],
  );
  return rows.map(toRegistration);
}
