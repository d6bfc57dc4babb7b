import type { QueueView, QueueWarning } from '@g2/terms/queue';
import { TOTAL_CAP } from '@g2/terms/search';
import type { Status } from '@g2/terms/statuses';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { lateBefore, type Narrowing, WAITING_STATUSES } from '../domain/narrowing.ts';

// Each, with the order by `status_updated_at, id`, is the condition of a partial index; said otherwise, the planner does
// not know it.
const OPEN = sql`r.closed_at IS NULL`;
const WAITING = sql<SqlBool>`(r.status IN (${sql.join(WAITING_STATUSES.map((status) => sql.lit(status)))}) AND ${OPEN})`;
const RESUBMITTED = sql<SqlBool>`(r.status = 'paid' AND r.payment_paid_at < r.status_updated_at AND ${OPEN})`;
const AWAITING_CLIENT = sql<SqlBool>`(r.status = 'submitted' AND r.payment_paid_at IS NOT NULL AND ${OPEN})`;

const UNREAD = sql<SqlBool>`r.id IN (SELECT t.registration_id FROM registration_threads t WHERE t.staff_read < t.by_client)`;

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
    case 'messages':
      return UNREAD;
    case 'government':
      return sql<SqlBool>`(r.status = 'government_processing' AND ${OPEN})`;
    case 'closed':
      return sql<SqlBool>`r.closed_at IS NOT NULL`;
  }
}

/** What waits has an assignment that is open or none: those that ever were are not looked at. */
const NOBODYS = sql<SqlBool>`(${WAITING} AND NOT EXISTS (SELECT FROM registration_assignments a
  WHERE a.is_open AND a.registration_id = r.id))`;

/** Few beside all others: those of a view, and those nobody works on. */
export const isOfView = (narrowing: Narrowing | undefined): boolean =>
  narrowing?.view !== undefined || narrowing?.unassigned === true;

/**
 * With the warnings, from whichever side is smaller; but for what waits for the staff and what is of a view, which are
 * few: for each of them the key is looked at, as above.
 */
export const isJoinedByWarning = (narrowing: Narrowing | undefined, statuses: Status[]): boolean => {
  const waits = statuses.length > 0 && statuses.every((status) => WAITING_STATUSES.includes(status));
  return narrowing?.warning !== undefined && !isOfView(narrowing) && !waits;
};

const warnedOf = (warning: QueueWarning, isJoined: boolean): RawBuilder<SqlBool> =>
  isJoined
    ? sql<SqlBool>`w.code = ${sql.lit(warning)}`
    : sql<SqlBool>`(SELECT true FROM file_warnings w WHERE w.registration_id = r.id AND w.code = ${sql.lit(warning)})`;

/**
 * What a list is narrowed by besides these statuses, as conditions on the registration `r` and, where it is joined with
 * them, on its row `w` of `file_warnings`; none where it is everybody's, of all times.
 */
export function narrowedBy(narrowing: Narrowing | undefined, statuses: Status[]): RawBuilder<SqlBool>[] {
  if (narrowing === undefined) return [];
  const { view, unassigned, jurisdiction, createdSince, warning, now } = narrowing;
  return [
    view === undefined ? [] : inView(view, now),
    unassigned ? NOBODYS : [],
    jurisdiction === undefined ? [] : sql<SqlBool>`r.jurisdiction = ${jurisdiction}`,
    createdSince === undefined ? [] : sql<SqlBool>`r.created_at >= ${createdSince}`,
    warning === undefined ? [] : warnedOf(warning, isJoinedByWarning(narrowing, statuses)),
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

export type ViewCounts = { late: number; resubmitted: number; awaitingClient: number; messages: number };

/** How many are in the views that no counter knows, each up to the cap of lists; each from its own index. */
export function viewCounts(now: Date): RawBuilder<ViewCounts> {
  const count = (condition: RawBuilder<SqlBool>) => sql`(SELECT count(*) FROM
    (SELECT 1 FROM registrations r WHERE ${condition} LIMIT ${TOTAL_CAP}) seen)`;
  return sql<ViewCounts>`SELECT ${count(late(now))} AS late, ${count(RESUBMITTED)} AS resubmitted,
    ${count(AWAITING_CLIENT)} AS awaiting_client, ${count(UNREAD)} AS messages`;
}
