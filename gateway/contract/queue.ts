import { DISPLAYED_JURISDICTIONS } from '@g2/terms/names';
import { REGISTRATION_SORT_FIELDS } from '@g2/terms/pages';
import { PERIOD_MESSAGE, PERIODS } from '@g2/terms/periods';
import { NOBODY, QUEUE_VIEWS } from '@g2/terms/queue';
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
import { statusFilter } from './registrations.ts';
import { searchText } from './texts.ts';

export { REGISTRATION_SORT_FIELDS } from '@g2/terms/pages';
export { PERIODS as QUEUE_PERIODS } from '@g2/terms/periods';
export { NOBODY, QUEUE_VIEWS, type QueueView } from '@g2/terms/queue';

const OPERATOR_MESSAGE = 'Operador inválido';
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
 * for the staff); `userId`: of that account alone; `view`: a view of the queue; `period`: created in so many days.
 */
export const staffRegistrationListQuery = pageQuery(STAFF_PAGE_SIZE).extend({
  userId: queryUser,
  status: statusFilter,
  assigned: queryFlag,
  view: queryChoice(QUEUE_VIEWS, 'Visão inválida'),
  operator: queryOperator,
  jurisdiction: queryChoice(DISPLAYED_JURISDICTIONS, 'Jurisdição inválida'),
  period: queryPeriod,
  search: searchText,
  sort: querySort(REGISTRATION_SORT_FIELDS),
});
export type StaffRegistrationListQuery = z.input<typeof staffRegistrationListQuery>;

/** `late`, `resubmitted` and `awaitingClient` are views of the queue, each counted up to 10,000. */
export const operatorStats = z
  .object({
    total: count,
    awaitingReview: count,
    inReview: count,
    inGovernmentProcessing: count,
    late: count,
    resubmitted: count,
    awaitingClient: count,
  })
  .meta({ id: 'OperatorStats' });
export type OperatorStats = z.infer<typeof operatorStats>;

/** Whom the screen showed to work on it: absent or null for nobody. Where that is no longer so, 409 `already-assigned`. */
export const takeBody = body({ from: uuidInput(OPERATOR_MESSAGE).nullish() });

/** Of this jurisdiction alone. */
export const takeNextBody = body({
  jurisdiction: z.enum(DISPLAYED_JURISDICTIONS, { error: 'Jurisdição inválida' }).optional(),
});
