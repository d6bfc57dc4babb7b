/** The six statuses in their order (spec §4). */
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

/** As every screen, mail and document says them (spec §4). */
export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  submitted: 'Submetido',
  paid: 'Pago',
  reviewing: 'Em Análise',
  government_processing: 'Processamento Governamental',
  completed: 'Concluído',
  certificate_issued: 'Certificado Emitido',
};

/** How long a status takes as a rule (spec §4). */
export const STATUS_ESTIMATED_TIME: Readonly<Record<Status, string>> = {
  submitted: 'Imediato',
  paid: '1-2 dias úteis',
  reviewing: '3-5 dias úteis',
  government_processing: '15-30 dias úteis',
  completed: '1-2 dias úteis',
  certificate_issued: 'Imediato',
};

/** The longest that is promised of a status in which a registration waits for the staff, in working days (spec §4). */
export const STATUS_PROMISED_DAYS: Readonly<Partial<Record<Status, number>>> = {
  paid: 2,
  reviewing: 5,
  government_processing: 30,
  completed: 2,
};

/** api-rules R1, but for what `request_corrections` alone may do. */
export const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  submitted: ['paid'],
  paid: ['reviewing'],
  reviewing: ['government_processing', 'submitted'],
  government_processing: ['completed', 'reviewing'],
  completed: ['certificate_issued'],
  certificate_issued: [],
};

/** What an operator may do with a registration (spec §4). */
export const ACTIONS = ['approve', 'request_corrections', 'add_notes'] as const;
export type Action = (typeof ACTIONS)[number];

export const isAction = (text: string): text is Action => ACTIONS.some((action) => action === text);

/** Where an operator's action leads from each status; an action not named there is illegal, but for notes (spec §4). */
export const ACTION_TARGETS: Readonly<Record<Status, Partial<Record<Action, Status>>>> = {
  submitted: {},
  paid: { approve: 'reviewing' },
  reviewing: { approve: 'government_processing', request_corrections: 'submitted' },
  government_processing: { request_corrections: 'submitted' },
  completed: {},
  certificate_issued: {},
};

/** The actions a status offers, in the order shown: those that lead somewhere, and notes (spec §4). */
export const actionsAt = (status: Status): Action[] =>
  ACTIONS.filter((action) => action === 'add_notes' || ACTION_TARGETS[status][action] !== undefined);

/** What the client reads where corrections were asked without a reason (api-rules R3). */
export const DEFAULT_CORRECTION_REASON = 'Correções solicitadas pela equipe';
