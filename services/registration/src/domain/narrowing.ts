import { AppError } from '@g2/terms/errors';
import { DISPLAYED_JURISDICTIONS } from '@g2/terms/names';
import { periodStart } from '@g2/terms/periods';
import { isQueueView, isQueueWarning, NOBODY, type QueueView, type QueueWarning } from '@g2/terms/queue';
import { STATUS_PROMISED_DAYS, STATUSES, type Status } from '@g2/terms/statuses';
import { moreThanWorkingDaysAgo } from '@g2/terms/working-days';
import { uuidOf } from './queries.ts';

/** What staff narrow their list by, besides statuses, account and search. */
export type Narrowing = {
  view: QueueView | undefined;
  /** Only what waits for the staff and nobody works on. */
  unassigned: boolean;
  jurisdiction: string | undefined;
  createdSince: Date | undefined;
  /** Of the look into the file. */
  warning: QueueWarning | undefined;
  /** What is late is told by it. */
  now: Date;
};

type Asked = {
  view?: string | undefined;
  operatorId?: string | undefined;
  jurisdiction?: string | undefined;
  period?: number | undefined;
  warning?: string | undefined;
};

const refused = (field: string, message: string): AppError =>
  new AppError('invalid-input', { message, fields: { [field]: message } });

/** Empty texts and 0 narrow nothing. @throws AppError invalid-input */
export function checkNarrowing(asked: Asked, now: Date): Narrowing {
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

/** Empty is none. @throws AppError invalid-input */
export function checkJurisdiction(jurisdiction: string | undefined): string | undefined {
  if (jurisdiction && !DISPLAYED_JURISDICTIONS.some((known) => known === jurisdiction))
    throw refused('jurisdiction', 'Jurisdição inválida');
  return jurisdiction || undefined;
}

/** Whose work a list is of: that of the one who asks, or of the operator named; undefined for anybody's. @throws AppError invalid-input */
export function checkAssignedTo(
  { assignedToMe, operatorId }: { assignedToMe: boolean; operatorId?: string | undefined },
  askerId: string,
): string | undefined {
  if (assignedToMe) return askerId;
  if (!operatorId || operatorId === NOBODY) return undefined;
  return uuidOf(operatorId, 'Operador inválido');
}

/** The statuses in which a registration waits for the staff. */
export const WAITING_STATUSES: readonly Status[] = STATUSES.filter(
  (status) => STATUS_PROMISED_DAYS[status] !== undefined,
);

/** Before when a registration must have entered each of those statuses to be late in it by now. */
export const lateBefore = (now: Date): [Status, Date][] =>
  WAITING_STATUSES.map((status) => [status, moreThanWorkingDaysAgo(STATUS_PROMISED_DAYS[status] ?? 0, now)]);
