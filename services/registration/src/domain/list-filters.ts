import { invalidField } from '@g2/terms/errors';
import { DISPLAYED_JURISDICTIONS, type Jurisdiction } from '@g2/terms/names';
import { oneOfGuard } from '@g2/terms/payments';
import { periodStart } from '@g2/terms/periods';
import { isQueueView, isQueueWarning, NO_OPERATOR, type QueueView, type QueueWarning } from '@g2/terms/queue';
import { STATUS_PROMISED_DAYS, STATUSES, type Status } from '@g2/terms/statuses';
import { moreThanWorkingDaysAgo } from '@g2/terms/working-days';
import { uuidOf } from './query-parsing.ts';

/** Further filters of a staff list, besides statuses, account and search. */
export type ListFilters = {
  view: QueueView | undefined;
  /** Only unassigned registrations that wait for the staff. */
  unassigned: boolean;
  jurisdiction: string | undefined;
  createdSince: Date | undefined;
  warning: QueueWarning | undefined;
  /** Current time, by which lateness is judged. */
  now: Date;
};

export type FilterInput = {
  view?: string | undefined;
  operatorId?: string | undefined;
  jurisdiction?: string | undefined;
  period?: number | undefined;
  warning?: string | undefined;
};

/** Empty text and 0 mean no filter. @throws AppError invalid-input */
export function checkFilters(request: FilterInput, now: Date): ListFilters {
  const { view, operatorId, jurisdiction, period, warning } = request;
  return {
    view: checkWord(view, isQueueView, 'view', 'Visão inválida'),
    warning: checkWord(warning, isQueueWarning, 'warning', 'Aviso inválido'),
    unassigned: operatorId === NO_OPERATOR,
    jurisdiction: checkJurisdiction(jurisdiction),
    createdSince: period ? periodStart(period, now) : undefined,
    now,
  };
}

function checkWord<Word extends string>(
  text: string | undefined,
  isKnown: (text: string) => text is Word,
  field: string,
  message: string,
): Word | undefined {
  if (!text) return undefined;
  if (isKnown(text)) return text;
  throw invalidField(field, message);
}

const isJurisdiction = oneOfGuard(DISPLAYED_JURISDICTIONS);

/** Empty means no filter. @throws AppError invalid-input */
export const checkJurisdiction = (jurisdiction: string | undefined): Jurisdiction | undefined =>
  checkWord(jurisdiction, isJurisdiction, 'jurisdiction', 'Jurisdição inválida');

/** The operator to filter by; undefined for no filter. @throws AppError invalid-input */
export function operatorFilter(
  { assignedToMe, operatorId }: { assignedToMe: boolean; operatorId?: string | undefined },
  askerId: string,
): string | undefined {
  if (assignedToMe) return askerId;
  if (!operatorId || operatorId === NO_OPERATOR) return undefined;
  return uuidOf(operatorId, 'Operador inválido');
}

/** Statuses that wait for the staff. */
export const WAITING_STATUSES: readonly Status[] = STATUSES.filter(
  (status) => STATUS_PROMISED_DAYS[status] !== undefined,
);

/** For each status, the time before which a registration must have entered it to be late now. */
export const lateBefore = (now: Date): [Status, Date][] =>
  WAITING_STATUSES.map((status) => [status, moreThanWorkingDaysAgo(STATUS_PROMISED_DAYS[status] ?? 0, now)]);
