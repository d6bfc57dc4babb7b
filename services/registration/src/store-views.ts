import type { QueueView } from '@g2/terms/queue';
import { TOTAL_CAP } from '@g2/terms/search';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lateBefore, type Narrowing, WAITING_STATUSES } from './domain/narrowing.ts';

// Each, with the order by `status_updated_at, id`, is the condition of a partial index; said otherwise, the planner does
// not know it.
const WAITING = sql<SqlBool>`r.status IN (${sql.join(WAITING_STATUSES.map((status) => sql.lit(status)))})`;
const RESUBMITTED = sql<SqlBool>`(r.status = 'paid' AND r.payment_paid_at < r.status_updated_at)`;
const AWAITING_CLIENT = sql<SqlBool>`(r.status = 'submitted' AND r.payment_paid_at IS NOT NULL)`;

/** In a status of the staff's for longer than was promised of it. */
const late = (now: Date): RawBuilder<SqlBool> => {
  const each = lateBefore(now).map(
    ([status, before]) => sql`(r.status = ${sql.lit(status)} AND r.status_updated_at < ${before})`,
  );
  return sql<SqlBool>`${WAITING} AND (${sql.join(each, sql` OR `)})`;
};

/** What is in a view, as a condition on the registration `r`. */
function inView(view: QueueView, now: Date): RawBuilder<SqlBool> {
  switch (view) {
    case 'late':
      return late(now);
    case 'resubmitted':
      return RESUBMITTED;
    case 'awaiting-client':
      return AWAITING_CLIENT;
    case 'government':
      return sql<SqlBool>`r.status = 'government_processing'`;
  }
}

/** A look at the key for each that waits: as a join, the planner might read all assignments there ever were. */
const NOBODYS = sql<SqlBool>`(${WAITING} AND (SELECT a.operator_id FROM registration_assignments a
  WHERE a.registration_id = r.id) IS NULL)`;

/** What a list is narrowed by, as conditions on the registration `r`; none where it is everybody's, of all times. */
export function narrowedBy(narrowing: Narrowing | undefined): RawBuilder<SqlBool>[] {
  if (narrowing === undefined) return [];
  const { view, unassigned, jurisdiction, createdSince, now } = narrowing;
  return [
    view === undefined ? [] : inView(view, now),
    unassigned ? NOBODYS : [],
    jurisdiction === undefined ? [] : sql<SqlBool>`r.jurisdiction = ${jurisdiction}`,
    createdSince === undefined ? [] : sql<SqlBool>`r.created_at >= ${createdSince}`,
  ].flat();
}

/**
 * What is paid, waits longest and nobody works on, but not what the operator registered themselves; locked. What is
 * locked by others is passed over.
 */
export function nextOfQueue(
  operatorId: string,
  jurisdiction: string | undefined,
): RawBuilder<{ id: string }> {
  const within = jurisdiction === undefined ? sql`true` : sql`r.jurisdiction = ${jurisdiction}`;
  return sql<{ id: string }>`SELECT r.id FROM registrations r
    WHERE r.status = 'paid' AND ${NOBODYS} AND r.user_id <> ${operatorId} AND ${within}
    ORDER BY r.status_updated_at, r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED`;
}

export type ViewCounts = { late: number; resubmitted: number; awaitingClient: number };

/** How many are in the views that no counter knows, each up to the cap of lists; each from its own index. */
export function viewCounts(now: Date): RawBuilder<ViewCounts> {
  const count = (condition: RawBuilder<SqlBool>) => sql`(SELECT count(*) FROM
    (SELECT 1 FROM registrations r WHERE ${condition} LIMIT ${TOTAL_CAP}) seen)`;
  return sql<ViewCounts>`SELECT ${count(late(now))} AS late, ${count(RESUBMITTED)} AS resubmitted,
    ${count(AWAITING_CLIENT)} AS awaiting_client`;
}
