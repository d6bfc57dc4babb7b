import { AppError } from '@g2/terms/errors';
import { DISPLAYED_JURISDICTIONS } from '@g2/terms/names';
import { periodStart } from '@g2/terms/periods';
import { isQueueView, isQueueWarning, NOBODY, type QueueView, type QueueWarning } from '@g2/terms/queue';
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
  /** Reference time for lateness. */
  now: Date;
};

type FilterInput = {
  view?: string | undefined;
  operatorId?: string | undefined;
  jurisdiction?: string | undefined;
  period?: number | undefined;
  warning?: string | undefined;
};

const refused = (field: string, message: string): AppError =>
  new AppError('invalid-input', { message, fields: { [field]: message } });

/** Empty text and 0 mean no filter. @throws AppError invalid-input */
export function checkFilters(asked: FilterInput, now: Date): ListFilters {
  const { view, operatorId, jurisdiction, period, warning } = asked;
  if (view && !isQueueView(view)) throw refused('view', 'Visão inválida');
  if (warning && !isQueueWarning(warning)) throw refused('warning', 'Aviso inválido');
  return {
    view: view && isQueueView(view) ? view : undefined,
    unassigned: operatorId === NOBODY,
    jurisdiction: checkJurisdiction(jurisdiction),
    createdSince: period ? periodStart(period, now) : undefined,
    warning: warning && isQueueWarning(warning) ? warning : undefined,
    now,
  };
}

/** Empty means no filter. @throws AppError invalid-input */
export function checkJurisdiction(jurisdiction: string | undefined): string | undefined {
  if (jurisdiction && !DISPLAYED_JURISDICTIONS.some((known) => known === jurisdiction))
    throw refused('jurisdiction', 'Jurisdição inválida');
  return jurisdiction || undefined;
}

/** The operator to filter by: the caller or the one named; undefined for no filter. @throws AppError invalid-input */
export function operatorFilter(
  { assignedToMe, operatorId }: { assignedToMe: boolean; operatorId?: string | undefined },
  askerId: string,
): string | undefined {
  if (assignedToMe) return askerId;
  if (!operatorId || operatorId === NOBODY) return undefined;
  return uuidOf(operatorId, 'Operador inválido');
}

/** Statuses that wait for the staff. */
export const WAITING_STATUSES: readonly Status[] = STATUSES.filter(
  (status) => STATUS_PROMISED_DAYS[status] !== undefined,
);

/** By status, the latest entry time that makes a registration late now. */
export const lateBefore = (now: Date): [Status, Date][] =>
  WAITING_STATUSES.map((status) => [status, moreThanWorkingDaysAgo(STATUS_PROMISED_DAYS[status] ?? 0, now)]);
