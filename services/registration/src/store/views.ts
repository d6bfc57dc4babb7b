import type { QueueView, QueueWarning } from '@g2/terms/queue';
import { TOTAL_CAP } from '@g2/terms/search';
import type { Status } from '@g2/terms/statuses';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type ListFilters, lateBefore, WAITING_STATUSES } from '../domain/list-filters.ts';

// Conditions of partial indexes ordered by `status_updated_at, id`. The planner needs them verbatim.
const OPEN = sql`r.closed_at IS NULL`;
const WAITING = sql<SqlBool>`(r.status IN (${sql.join(WAITING_STATUSES.map((status) => sql.lit(status)))}) AND ${OPEN})`;
const RESUBMITTED = sql<SqlBool>`(r.status = 'paid' AND r.payment_paid_at < r.status_updated_at AND ${OPEN})`;
const AWAITING_CLIENT = sql<SqlBool>`(r.status = 'submitted' AND r.payment_paid_at IS NOT NULL AND ${OPEN})`;

const UNREAD = sql<SqlBool>`r.id IN (SELECT t.registration_id FROM registration_threads t WHERE t.staff_read < t.by_client)`;

/** Condition: the registration has waited for the staff longer than promised for its status. */
const late = (now: Date): RawBuilder<SqlBool> => {
  const each = lateBefore(now).map(
    ([status, before]) => sql`(r.status = ${sql.lit(status)} AND r.status_updated_at < ${before})`,
  );
  return sql<SqlBool>`${WAITING} AND (${sql.join(each, sql` OR `)})`;
};

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

/** A waiting registration has an open assignment or none, so closed assignments need not be read. */
const UNASSIGNED = sql<SqlBool>`(${WAITING} AND NOT EXISTS (SELECT FROM registration_assignments a
  WHERE a.is_open AND a.registration_id = r.id))`;

/** True for filters that match few rows: a queue view, or unassigned registrations that wait for staff. */
export const hasFewRows = ({ view, unassigned }: ListFilters): boolean => view !== undefined || unassigned;

export const allWaitForStaff = (statuses: Status[]): boolean =>
  statuses.length > 0 && statuses.every((status) => WAITING_STATUSES.includes(status));

/** Whether the query joins the warnings. Lists with few rows look up each row's warning by key instead. */
export const isJoinedByWarning = (filters: ListFilters, statuses: Status[]): boolean =>
  filters.warning !== undefined && !hasFewRows(filters) && !allWaitForStaff(statuses);

const warningCondition = (warning: QueueWarning, isJoined: boolean): RawBuilder<SqlBool> =>
  isJoined
    ? sql<SqlBool>`w.code = ${sql.lit(warning)}`
    : sql<SqlBool>`(SELECT true FROM file_warnings w WHERE w.registration_id = r.id AND w.code = ${sql.lit(warning)})`;

/** Filters besides the statuses, on the registration `r` and, if joined, the row `w` of `file_warnings`. */
export function filterConditions(filters: ListFilters, statuses: Status[]): RawBuilder<SqlBool>[] {
  const { view, unassigned, jurisdiction, createdSince, warning, now } = filters;
  return [
    view === undefined ? [] : inView(view, now),
    unassigned ? UNASSIGNED : [],
    jurisdiction === undefined ? [] : sql<SqlBool>`r.jurisdiction = ${jurisdiction}`,
    createdSince === undefined ? [] : sql<SqlBool>`r.created_at >= ${createdSince}`,
    warning === undefined ? [] : warningCondition(warning, isJoinedByWarning(filters, statuses)),
  ].flat();
}

/** Locks the longest-waiting paid, unassigned registration that is not the operator's own; skips locked rows. */
export function nextInQueue(
  operatorId: string,
  jurisdiction: string | undefined,
): RawBuilder<{ id: string }> {
  const within = jurisdiction === undefined ? sql`true` : sql`r.jurisdiction = ${jurisdiction}`;
  return sql<{ id: string }>`SELECT r.id FROM registrations r
    WHERE r.status = 'paid' AND ${UNASSIGNED} AND r.user_id <> ${operatorId} AND ${within}
    ORDER BY r.status_updated_at, r.id LIMIT 1 FOR UPDATE OF r SKIP LOCKED`;
}

export type ViewCounts = { late: number; resubmitted: number; awaitingClient: number; messages: number };

/** Counts, up to the cap, of the queue views that have no counter maintained by triggers. Each count uses an index. */
export function viewCounts(now: Date): RawBuilder<ViewCounts> {
  const count = (condition: RawBuilder<SqlBool>) => sql`(SELECT count(*) FROM
    (SELECT 1 FROM registrations r WHERE ${condition} LIMIT ${TOTAL_CAP}) seen)`;
  return sql<ViewCounts>`SELECT ${count(late(now))} AS late, ${count(RESUBMITTED)} AS resubmitted,
    ${count(AWAITING_CLIENT)} AS awaiting_client, ${count(UNREAD)} AS messages`;
}
