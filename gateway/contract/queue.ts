import { DISPLAYED_JURISDICTIONS } from '@g2/terms/names';
import { STAFF_SORT_FIELDS } from '@g2/terms/pages';
import { PERIOD_MESSAGE, PERIODS } from '@g2/terms/periods';
import { NOBODY, QUEUE_VIEWS, QUEUE_WARNINGS } from '@g2/terms/queue';
import { TOTAL_CAP } from '@g2/terms/search';
import { z } from 'zod';
import {
  body,
  count,
  pageQuery,
  queryChoice,
  queryFlag,
  querySort,
  queryUser,
  STAFF_PAGE_SIZE,
  uuidInput,
} from './common.ts';
import { OPERATOR_MESSAGE, statusFilter } from './registrations.ts';
import { searchText } from './texts.ts';

export { REGISTRATION_SORT_FIELDS, STAFF_SORT_FIELDS } from '@g2/terms/pages';
export { PERIODS as QUEUE_PERIODS } from '@g2/terms/periods';
export { ANY_WARNING, NOBODY, QUEUE_VIEWS, QUEUE_WARNINGS, type QueueView } from '@g2/terms/queue';

const queryOperator = z
  .union([uuidInput(OPERATOR_MESSAGE), z.literal([NOBODY, ''])], { error: OPERATOR_MESSAGE })
  .transform((value) => (value === '' ? undefined : value))
  .optional();

/** Days; empty reads as absent. */
const queryPeriod = queryChoice(
  PERIODS.map((days) => `${days}` as const),
  PERIOD_MESSAGE,
).transform((days) => (days === undefined ? undefined : Number(days)));

/**
 * `assigned=true` means assigned to the one who asks; `operator`: to that account, or to nobody (`none`: of what waits
 * for the staff); `userId`: of that account alone; `view`: a view of the queue; `period`: created in so many days;
 * `warning`: what the look into the file warns of (`any`: of anything). `sort` by `waiting` is of one operator's list alone:
 * `-waiting` has first what waits longest for the staff, and last what does not.
 */
export const staffRegistrationListQuery = pageQuery(STAFF_PAGE_SIZE).extend({
  userId: queryUser,
  status: statusFilter,
  assigned: queryFlag,
  view: queryChoice(QUEUE_VIEWS, 'Visão inválida'),
  operator: queryOperator,
  jurisdiction: queryChoice(DISPLAYED_JURISDICTIONS, 'Jurisdição inválida'),
  period: queryPeriod,
  warning: queryChoice(QUEUE_WARNINGS, 'Aviso inválido'),
  search: searchText,
  sort: querySort(STAFF_SORT_FIELDS),
});
export type StaffRegistrationListQuery = z.input<typeof staffRegistrationListQuery>;

/** So far `late`, `resubmitted`, `awaitingClient` and `messages` are counted. */
export const VIEW_COUNT_CAP = TOTAL_CAP;

/** `late`, `resubmitted`, `awaitingClient` and `messages` are views of the queue, each counted up to 10,000. */
export const operatorStats = z
  .object({
    total: count,
    awaitingReview: count,
    inReview: count,
    inGovernmentProcessing: count,
    late: count,
    resubmitted: count,
    awaitingClient: count,
    /** Cases whose payment went back; in none of the others. */
    closed: count,
    messages: count,
  })
  .meta({ id: 'OperatorStats' });
export type OperatorStats = z.infer<typeof operatorStats>;

/** Whom the screen showed to work on it: absent or null for nobody. Where that is no longer so, 409 `already-assigned`. */
export const takeBody = body({ from: uuidInput(OPERATOR_MESSAGE).nullish() });

/** Of this jurisdiction alone. */
export const takeNextBody = body({
  jurisdiction: z.enum(DISPLAYED_JURISDICTIONS, { error: 'Jurisdição inválida' }).optional(),
});
