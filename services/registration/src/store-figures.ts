import { sql } from 'kysely';
import { timeOfId } from './domain/queries.ts';
import type { Registration } from './domain/registration.ts';
import type { Database } from './store.ts';
import { listed, type Noted } from './store-reads.ts';
import { selectListed, selectRegistrations, toRegistration } from './store-rows.ts';
import { type ViewCounts, viewCounts } from './store-views.ts';

// Civil months are São Paulo's (contract "HTTP in general").
const ZONE = sql.lit('America/Sao_Paulo');
/** When the month began, by the clocks there. */
const monthThere = (at: Date) => sql`date_trunc('month', ${at}::timestamptz AT TIME ZONE ${ZONE})`;
/** When the month began. */
const monthStart = (at: Date) => sql<Date>`${monthThere(at)} AT TIME ZONE ${ZONE}`;

export type OwnFigures = { total: number; recent: number; fileBytes: number; jurisdictions: number };

/** A user's own, on the index of their registrations. */
export const ownFigures = (db: Database, userId: string, now: Date): Promise<OwnFigures> =>
  db
    .selectFrom('registrations')
    .select(({ fn }) => [
      fn.countAll<number>().as('total'),
      fn.countAll<number>().filterWhere('createdAt', '>=', monthStart(now)).as('recent'),
      sql<number>`coalesce(sum(file_size), 0)::int8`.as('fileBytes'),
      fn.count<number>('jurisdiction').distinct().as('jurisdictions'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

/** Created in this civil month. */
export async function createdThisMonth(db: Database, now: Date): Promise<number> {
  const { count } = await db
    .selectFrom('registrations')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('createdAt', '>=', monthStart(now))
    .executeTakeFirstOrThrow();
  return count;
}

export type PeriodFigures = {
  created: number;
  revenueCents: number;
  /** Days from payment to certificate, of certificates issued in the period; null without any. */
  meanDays: number | null;
};

/** Three questions in one statement, each on an index of its own. */
export async function periodFigures(db: Database, since: Date): Promise<PeriodFigures> {
  const { rows } = await sql<PeriodFigures>`
    SELECT (SELECT count(*) FROM registrations WHERE created_at >= ${since}) AS created,
      (SELECT coalesce(sum(payment_amount), 0)::int8 FROM registrations
       WHERE payment_paid_at >= ${since}) AS revenue_cents,
      (SELECT avg(extract(epoch FROM certificate_issued_at - payment_paid_at) / 86400)::float8
       FROM registrations WHERE certificate_issued_at >= ${since}) AS mean_days`.execute(db);
  return rows[0] ?? { created: 0, revenueCents: 0, meanDays: null };
}

export type MonthFigures = { month: string; registrations: number; certificates: number };

/** The last six civil months, this one included, oldest first; months without anything are zeros. */
export async function monthlyTrend(db: Database, now: Date): Promise<MonthFigures[]> {
  const { rows } = await sql<MonthFigures>`
    WITH months AS (
      SELECT m AT TIME ZONE ${ZONE} AS begins, (m + interval '1 month') AT TIME ZONE ${ZONE} AS ends,
        to_char(m, 'YYYY-MM') AS month
      FROM generate_series(${monthThere(now)} - interval '5 months', ${monthThere(now)}, interval '1 month') m)
    SELECT month,
      (SELECT count(*) FROM registrations WHERE created_at >= begins AND created_at < ends) AS registrations,
      (SELECT count(*) FROM registrations
       WHERE certificate_issued_at >= begins AND certificate_issued_at < ends) AS certificates
    FROM months ORDER BY month`.execute(db);
  return rows;
}

/** The newest few, for the list of recent activity. */
export async function newest(db: Database, limit: number): Promise<Noted[]> {
  const listing = selectListed(db).orderBy('r.createdAt', 'desc').orderBy('r.id', 'desc').limit(limit);
  return (await listing.execute()).map(listed);
}

/** Work still to be done, by operator: read from the index of what is open. */
export const assignedCounts = (db: Database): Promise<{ operatorId: string; assigned: number }[]> =>
  db
    .selectFrom('registrationAssignments')
    .select(({ fn }) => ['operatorId', fn.countAll<number>().as('assigned')])
    .where((eb) => eb.ref('isOpen'))
    .groupBy('operatorId')
    .orderBy('assigned', 'desc')
    .orderBy('operatorId')
    .execute();

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
  let page = selectRegistrations(db).where('r.createdAt', '>=', since);
  if (after !== null) {
    page = page.where((eb) => {
      const made = eb.selectFrom('registrations').select('createdAt').where('id', '=', after);
      const since = eb.fn.coalesce(made.$asScalar(), sql<Date>`${timeOfId(after)}`);
      return eb(eb.refTuple('r.createdAt', 'r.id'), '>', eb.tuple(since, sql<string>`${after}::uuid`));
    });
  }
  const rows = await page.orderBy('r.createdAt').orderBy('r.id').limit(limit).execute();
  return rows.map(toRegistration);
}

/** Of the views that no counter knows. */
export async function countViews(db: Database, now: Date): Promise<ViewCounts> {
  const { rows } = await viewCounts(now).execute(db);
  return rows[0] ?? { late: 0, resubmitted: 0, awaitingClient: 0 };
}

export type Counts = { byStatus: Map<string, number>; everPaid: number; total: number };

/** Kept by triggers as registrations change; reading it costs the same however many there are. */
export async function countByStatus(db: Database): Promise<Counts> {
  const rows = await db
    .selectFrom('registrationCounters')
    .select(['kind', sql<number>`sum(value)::int8`.as('value')])
    .groupBy('kind')
    .execute();
  const byStatus = new Map(rows.map((row) => [row.kind, row.value]));
  const everPaid = byStatus.get('ever_paid') ?? 0;
  byStatus.delete('ever_paid');
  return { byStatus, everPaid, total: [...byStatus.values()].reduce((sum, value) => sum + value, 0) };
}
