import { sql } from 'kysely';
import { timeOfId } from '../domain/query-parsing.ts';
import type { Registration } from '../domain/registration.ts';
import type { Database } from '../store.ts';
import { type StaffRegistration, toStaffRegistration } from './reads.ts';
import { selectListed, selectRegistrations, toRegistration } from './rows.ts';
import { type ViewCounts, viewCounts } from './views.ts';

// Civil months begin at midnight in São Paulo (api-rules H1).
const ZONE = sql.lit('America/Sao_Paulo');
const monthStart = (at: Date) =>
  sql<Date>`date_trunc('month', ${at}::timestamptz AT TIME ZONE ${ZONE}) AT TIME ZONE ${ZONE}`;
const midnight = (day: string) => sql<Date>`${day}::date::timestamp AT TIME ZONE ${ZONE}`;

export const ownFigures = (db: Database, userId: string, now: Date) =>
  db
    .selectFrom('registrations')
    .select(({ fn }) => [
      fn.countAll<number>().as('totalRegistrations'),
      fn.countAll<number>().filterWhere('createdAt', '>=', monthStart(now)).as('recentRegistrations'),
      sql<number>`coalesce(sum(file_size), 0)::int8`.as('totalFileSize'),
      fn.count<number>('jurisdiction').distinct().as('uniqueJurisdictions'),
    ])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();

export async function newestRegistrations(db: Database, limit: number): Promise<StaffRegistration[]> {
  const listing = selectListed(db).orderBy('r.createdAt', 'desc').orderBy('r.id', 'desc').limit(limit);
  return (await listing.execute()).map(toStaffRegistration);
}

export const assignedCounts = (db: Database): Promise<{ operatorId: string; assigned: number }[]> =>
  db
    .selectFrom('registrationAssignments')
    .select(({ fn }) => ['operatorId', fn.countAll<number>().as('assigned')])
    .where((eb) => eb.ref('isOpen'))
    .groupBy('operatorId')
    .orderBy('assigned', 'desc')
    .orderBy('operatorId')
    .execute();

/** A page of the export, oldest first. If the registration `after` was deleted, its creation time comes from its id. */
export async function exportPage(
  db: Database,
  from: string,
  after: string | null,
  limit: number,
): Promise<Registration[]> {
  let page = selectRegistrations(db).where('r.createdAt', '>=', midnight(from));
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

/** Counts of the queue views that have no counter maintained by triggers. */
export async function countViews(db: Database, now: Date): Promise<ViewCounts> {
  const { rows } = await viewCounts(now).execute(db);
  return rows[0] ?? { late: 0, resubmitted: 0, awaitingClient: 0, messages: 0 };
}

/** A closed case counts as `closed`, not by its status. */
export type Counts = { byStatus: Map<string, number>; closed: number; total: number };

/** Reads counters kept by triggers, at constant cost. */
export async function countByStatus(db: Database): Promise<Counts> {
  const rows = await db
    .selectFrom('registrationCounters')
    .select(['kind', sql<number>`sum(value)::int8`.as('value')])
    .groupBy('kind')
    .execute();
  const byStatus = new Map(rows.map((row) => [row.kind, row.value]));
  byStatus.delete('ever_paid');
  const total = [...byStatus.values()].reduce((sum, value) => sum + value, 0);
  return { byStatus, closed: byStatus.get('closed') ?? 0, total };
}
