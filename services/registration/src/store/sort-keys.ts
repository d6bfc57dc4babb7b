import { STATUSES, type Status } from '@g2/terms/statuses';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SortField } from '../domain/query-parsing.ts';

/** Position in STATUSES. Must equal the index expression, otherwise the planner does not use the index. */
export const STATUS_PLACE = sql<number>`array_position(ARRAY[${sql.join(STATUSES.map((status) => sql.lit(status)))}], status)`;
/** The value of `STATUS_PLACE` for a status. */
export const statusPosition = (status: Status): number => STATUSES.indexOf(status) + 1;

/** Urgency for the owner: 1 corrections, 2 payment, 3 certificate, 4 file, 5 none. Must equal the index expression. */
const PRIORITY = sql<number>`CASE WHEN closed_at IS NOT NULL THEN 5
  WHEN status = 'certificate_issued' THEN 3 WHEN status <> 'submitted' THEN 5
  WHEN payment_paid_at IS NOT NULL THEN 1 WHEN file_attached_at IS NOT NULL THEN 2 ELSE 4 END`;
const NO_ACTION = sql.lit(5);
const allWait = (statuses: Status[]): boolean =>
  statuses.length > 0 &&
  statuses.every((status) => status === 'submitted' || status === 'certificate_issued');

/** @returns first sort key, before the newest, and a condition that lets the index skip excluded rows */
export const byPriority = (
  statuses: Status[],
): { key: RawBuilder<unknown>; within: RawBuilder<SqlBool> } => ({
  key: PRIORITY,
  within: allWait(statuses) ? sql<SqlBool>`${PRIORITY} < ${NO_ACTION}` : sql<SqlBool>`true`,
});

// Each sort key, together with the id, is the key of an index.
const KEYS: Readonly<Record<Exclude<SortField, 'waiting'>, RawBuilder<unknown>>> = {
  createdAt: sql`r.created_at`,
  statusUpdatedAt: sql`r.status_updated_at`,
  title: sql`title COLLATE pt_br`,
  applicantName: sql`applicant_name COLLATE pt_br`,
  status: STATUS_PLACE,
};

/** Table that ids and dates are read from: registrations, assignments of one operator, or warnings of one code. */
export type SortSource = 'r' | 'a' | 'w';
const SOURCE_KEYS: Readonly<Record<SortSource, Partial<Record<SortField, RawBuilder<unknown>>>>> = {
  r: {},
  a: { createdAt: sql`a.registered_at`, waiting: sql`a.urgency` },
  w: { createdAt: sql`w.registered_at`, statusUpdatedAt: sql`w.status_updated_at` },
};

/** Whether the table `walked` has an index in the order of `field`. */
export const hasSortKey = (field: SortField, walked: SortSource): boolean => field in SOURCE_KEYS[walked];
/** Sort key from the table `walked` if it has one for `field`, otherwise from the registrations. */
export const keyOf = (field: SortField, walked: SortSource): RawBuilder<unknown> =>
  SOURCE_KEYS[walked][field] ?? KEYS[field === 'waiting' ? 'statusUpdatedAt' : field];
export const ID_OF: Readonly<Record<SortSource, RawBuilder<string>>> = {
  r: sql`r.id`,
  a: sql`a.registration_id`,
  w: sql`w.registration_id`,
};
