import type { Sort, SortField } from './domain/queries.ts';
import { STATUSES, type Status } from './domain/statuses.ts';

/** A status as its place in the status machine; the same expression as the index, or the planner does not know it. */
export const STATUS_PLACE = `array_position(ARRAY[${STATUSES.map((status) => `'${status}'`).join(', ')}], status)`;
/** @returns what `STATUS_PLACE` is for that status */
export const placeOf = (status: Status): number => STATUSES.indexOf(status) + 1;

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
