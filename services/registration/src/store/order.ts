import { STATUSES, type Status } from '@g2/terms/statuses';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { SortField } from '../domain/queries.ts';

/** A status as its place in the status machine; the same expression as the index, or the planner does not know it. */
export const STATUS_PLACE = sql<number>`array_position(ARRAY[${sql.join(STATUSES.map((status) => sql.lit(status)))}], status)`;
/** @returns what `STATUS_PLACE` is for that status */
export const placeOf = (status: Status): number => STATUSES.indexOf(status) + 1;

/**
 * How urgently a registration waits for its owner: 1 corrections, 2 its payment, 3 its certificate, 4 its file, 5 not
 * at all; the same expression as the index.
 */
const PRIORITY = sql<number>`CASE WHEN closed_at IS NOT NULL THEN 5
  WHEN status = 'certificate_issued' THEN 3 WHEN status <> 'submitted' THEN 5
  WHEN payment_paid_at IS NOT NULL THEN 1 WHEN sha256 IS NOT NULL THEN 2 ELSE 4 END`;
/** Below it are the statuses that wait for the owner. */
const WAITS_FOR_NOBODY = sql.lit(5);
/** True when every one of these statuses waits for the owner. */
const allWait = (statuses: Status[]): boolean =>
  statuses.length > 0 &&
  statuses.every((status) => status === 'submitted' || status === 'certificate_issued');

/**
 * The owner's list, most urgent first and of those the newest.
 * @returns what it is sorted by, and a condition that spares the index what these statuses leave out
 */
export const byPriority = (statuses: Status[]): { by: RawBuilder<unknown>; within: RawBuilder<SqlBool> } => ({
  by: sql`${PRIORITY}, status_updated_at DESC, id DESC`,
  within: allWait(statuses) ? sql<SqlBool>`${PRIORITY} < ${WAITS_FOR_NOBODY}` : sql<SqlBool>`true`,
});

// Each, with the id, is the key of an index.
const KEYS: Readonly<Record<Exclude<SortField, 'waiting'>, RawBuilder<unknown>>> = {
  createdAt: sql`r.created_at`,
  statusUpdatedAt: sql`r.status_updated_at`,
  title: sql`title COLLATE pt_br`,
  applicantName: sql`applicant_name COLLATE pt_br`,
  status: STATUS_PLACE,
};

/** What a list's ids and dates are read from: the registrations, one operator's assignments, the warnings of one code. */
export type Walked = 'r' | 'a' | 'w';
const ELSEWHERE: Readonly<Record<Walked, Partial<Record<SortField, RawBuilder<unknown>>>>> = {
  r: {},
  a: { createdAt: sql`a.registered_at`, waiting: sql`a.urgency` },
  w: { createdAt: sql`w.registered_at`, statusUpdatedAt: sql`w.status_updated_at` },
};

/** True when nothing but what is walked need be read for that order. */
export const hasOwnOrder = (field: SortField, walked: Walked): boolean => field in ELSEWHERE[walked];
/** By the index of what is walked, where it has that order. */
export const keyOf = (field: SortField, walked: Walked): RawBuilder<unknown> =>
  ELSEWHERE[walked][field] ?? KEYS[field === 'waiting' ? 'statusUpdatedAt' : field];
/** Of a registration, likewise. */
export const ID_IN: Readonly<Record<Walked, RawBuilder<string>>> = {
  r: sql`r.id`,
  a: sql`a.registration_id`,
  w: sql`w.registration_id`,
};
