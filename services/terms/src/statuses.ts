/** The six statuses in order (spec §4). */
export const STATUSES = [
  'submitted',
  'paid',
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
] as const;
export type Status = (typeof STATUSES)[number];

export const isStatus = (text: string): text is Status => STATUSES.some((status) => status === text);

/** Display names (spec §4). */
export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  submitted: 'Submetido',
  paid: 'Pago',
  reviewing: 'Em Análise',
  government_processing: 'Processamento Governamental',
  completed: 'Concluído',
  certificate_issued: 'Certificado Emitido',
};

/** Usual duration (spec §4). */
export const STATUS_ESTIMATED_TIME: Readonly<Record<Status, string>> = {
  submitted: 'Imediato',
  paid: '1-2 dias úteis',
  reviewing: '3-5 dias úteis',
  government_processing: '15-30 dias úteis',
  completed: '1-2 dias úteis',
  certificate_issued: 'Imediato',
};

/** Maximum promised duration of statuses that wait for the staff, working days (spec §4). */
export const STATUS_PROMISED_DAYS: Readonly<Partial<Record<Status, number>>> = {
  paid: 2,
  reviewing: 5,
  government_processing: 30,
  completed: 2,
};

/** Allowed status changes (api-rules R1), without those reserved for `request_corrections`. */
export const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  submitted: ['paid'],
  paid: ['reviewing'],
  reviewing: ['government_processing', 'submitted'],
  government_processing: ['completed', 'reviewing'],
  completed: ['certificate_issued'],
  certificate_issued: [],
};

/** Operator actions (spec §4). */
export const ACTIONS = ['approve', 'request_corrections', 'add_notes'] as const;
export type Action = (typeof ACTIONS)[number];

export const isAction = (text: string): text is Action => ACTIONS.some((action) => action === text);

/** An action absent here is illegal in that status, except `add_notes` (spec §4). */
export const ACTION_TARGETS: Readonly<Record<Status, Partial<Record<Action, Status>>>> = {
  submitted: {},
  paid: { approve: 'reviewing' },
  reviewing: { approve: 'government_processing', request_corrections: 'submitted' },
  government_processing: { request_corrections: 'submitted' },
  completed: {},
  certificate_issued: {},
};

/** Actions available in a status, in display order; `add_notes` always is (spec §4). */
export const actionsAt = (status: Status): Action[] =>
  ACTIONS.filter((action) => action === 'add_notes' || ACTION_TARGETS[status][action] !== undefined);

/** Shown to the client if corrections were requested without a reason (api-rules R3). */
export const DEFAULT_CORRECTION_REASON = 'Correções solicitadas pela equipe';
