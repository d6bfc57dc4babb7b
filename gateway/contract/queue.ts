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
 * `assigned=true`: assigned to the caller. `operator`: assigned to that account, or `none` for unassigned work that
 * waits for the staff. `period`: created in that many days. `warning`: found by the file inspection (`any` for all).
 * `sort=waiting` applies to one operator's list only; `-waiting` puts the longest wait first and those not waiting
 * last.
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

/** Queue views counted here (`late`, `resubmitted`, `awaitingClient`, `messages`) are capped at 10,000. */
export const operatorStats = z
  .object({
    total: count,
    awaitingReview: count,
    inReview: count,
    inGovernmentProcessing: count,
    late: count,
    resubmitted: count,
    awaitingClient: count,
    /** Registrations with a refunded payment; not counted in the others. */
    closed: count,
    messages: count,
  })
  .meta({ id: 'OperatorStats' });
export type OperatorStats = z.infer<typeof operatorStats>;

/** `from`: the assignee the caller saw, absent or null for none. A stale value gets 409 `already-assigned`. */
export const takeRegistrationBody = body({ from: uuidInput(OPERATOR_MESSAGE).nullish() });

export const takeNextBody = body({
  jurisdiction: z.enum(DISPLAYED_JURISDICTIONS, { error: 'Jurisdição inválida' }).optional(),
});
