import { STATUSES, type Status } from '@g2/terms/statuses';
import type { Sort, SortField } from './domain/queries.ts';

/** A status as its place in the status machine; the same expression as the index, or the planner does not know it. */
export const STATUS_PLACE = `array_position(ARRAY[${STATUSES.map((status) => `'${status}'`).join(', ')}], status)`;
/** @returns what `STATUS_PLACE` is for that status */
export const placeOf = (status: Status): number => STATUSES.indexOf(status) + 1;

/**
 * How urgently a registration waits for its owner: 1 corrections, 2 its payment, 3 its certificate, 4 its file, 5 not
 * at all; the same expression as the index.
 */
export const PRIORITY = `CASE
  WHEN status = 'certificate_issued' THEN 3 WHEN status <> 'submitted' THEN 5
  WHEN payment_paid_at IS NOT NULL THEN 1 WHEN sha256 IS NOT NULL THEN 2 ELSE 4 END`;
/** Below it are the statuses that wait for the owner. */
const WAITS_FOR_NOBODY = 5;
/** True when every one of these statuses waits for the owner. */
const allWait = (statuses: Status[]): boolean =>
  statuses.length > 0 &&
  statuses.every((status) => status === 'submitted' || status === 'certificate_issued');

/**
 * The owner's list, most urgent first and of those the newest.
 * @returns its ORDER BY, and a condition that spares the index what these statuses leave out
 */
export const byPriority = (statuses: Status[]): { by: string; within: string } => ({
  by: `ORDER BY ${PRIORITY}, status_updated_at DESC, id DESC`,
  within: allWait(statuses) ? `${PRIORITY} < ${WAITS_FOR_NOBODY}` : 'true',
});

// Each, with the id, is the key of an index.
const KEYS: Readonly<Record<SortField, string>> = {
  createdAt: 'created_at',
  statusUpdatedAt: 'status_updated_at',
  title: 'title COLLATE pt_br',
  applicantName: 'applicant_name COLLATE pt_br',
  status: STATUS_PLACE,
};

export type Order = {
  /** What the rows are sorted by, for the select list. */
  key: string;
  /** By a column `sort_key` of that; equal ones by id, so that no page repeats or loses a row. */
  by: string;
};

/** @param assigned of one operator's list, which has the date of registration in an index of its own */
export function orderOf({ field, descending }: Sort, assigned = false): Order {
  const direction = descending ? 'DESC' : 'ASC';
  const key = assigned && field === 'createdAt' ? 'registered_at' : KEYS[field];
  return { key: `${key} AS sort_key`, by: `ORDER BY sort_key ${direction}, id ${direction}` };
}
