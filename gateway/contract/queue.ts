import { DISPLAYED_JURISDICTIONS } from '@g2/terms/names';
import { STAFF_SORT_FIELDS } from '@g2/terms/pages';
import { PERIOD_MESSAGE, PERIODS } from '@g2/terms/periods';
import { NO_OPERATOR, QUEUE_VIEWS, QUEUE_WARNINGS } from '@g2/terms/queue';
import { TOTAL_CAP } from '@g2/terms/search';
import { z } from 'zod';
import { body, count, pageQuery, queryChoice, queryFlag, querySort, queryUser, uuidInput } from './common.ts';
import { STAFF_PAGE_SIZE } from './constants.ts';
import { OPERATOR_MESSAGE, statusFilter } from './registrations.ts';
import { searchText } from './texts.ts';

export { REGISTRATION_SORT_FIELDS, STAFF_SORT_FIELDS } from '@g2/terms/pages';
export { PERIODS as QUEUE_PERIODS } from '@g2/terms/periods';
export { ANY_WARNING, NO_OPERATOR, QUEUE_VIEWS, QUEUE_WARNINGS, type QueueView } from '@g2/terms/queue';

const queryOperator = z
  .union([uuidInput(OPERATOR_MESSAGE), z.literal([NO_OPERATOR, ''])], { error: OPERATOR_MESSAGE })
  .transform((value) => (value === '' ? undefined : value))
  .optional();

/** Period in days. An empty value counts as absent. */
const queryPeriod = queryChoice(
  PERIODS.map((days) => `${days}` as const),
  PERIOD_MESSAGE,
).transform((days) => (days === undefined ? undefined : Number(days)));

/**
 * `assigned=true`: registrations assigned to the caller. `operator`: those assigned to this account; `none`:
 * unassigned ones that wait for the staff. `period`: created in the last given days. `warning`: with this
 * warning of the file inspection, or `any`.
 * `sort=waiting` is allowed in one operator's list only. `-waiting` puts the longest wait first, and
 * registrations that do not wait last.
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

export const VIEW_COUNT_CAP = TOTAL_CAP;

/** The counts of queue views (`late`, `resubmitted`, `awaitingClient`, `messages`) stop at 10,000. */
export const operatorStats = z
  .object({
    total: count,
    awaitingReview: count,
    inReview: count,
    inGovernmentProcessing: count,
    late: count,
    resubmitted: count,
    awaitingClient: count,
    /** Registrations closed by a refund or a lost dispute; the status counts and `total` exclude them. */
    closed: count,
    messages: count,
  })
  .meta({ id: 'OperatorStats' });
export type OperatorStats = z.infer<typeof operatorStats>;

/**
 * `from`: the assignee that the caller saw; absent or null for
 * none. A stale value gets 409 `already-assigned`.
 */
export const takeRegistrationBody = body({ from: uuidInput(OPERATOR_MESSAGE).nullish() });

export const takeNextBody = body({
  jurisdiction: z.enum(DISPLAYED_JURISDICTIONS, { error: 'Jurisdição inválida' }).optional(),
});
