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

export const ACTIONS = ['approve', 'request_corrections', 'add_notes'] as const;
export type Action = (typeof ACTIONS)[number];

export const isAction = (text: string): text is Action => ACTIONS.some((action) => action === text);

/** Contract rule 1, but for what `request_corrections` alone may do. */
export const TRANSITIONS: Readonly<Record<Status, readonly Status[]>> = {
  submitted: ['paid'],
  paid: ['reviewing'],
  reviewing: ['government_processing', 'submitted'],
  government_processing: ['completed', 'reviewing'],
  completed: ['certificate_issued'],
  certificate_issued: [],
};

/** Where an operator's action leads from each status; an action not named there is illegal (spec §4). */
export const ACTION_TARGETS: Readonly<Record<Status, Partial<Record<Action, Status>>>> = {
  submitted: {},
  paid: { approve: 'reviewing' },
  reviewing: { approve: 'government_processing', request_corrections: 'submitted' },
  government_processing: { request_corrections: 'submitted' },
  completed: {},
  certificate_issued: {},
};

export const STATUS_NAMES: Readonly<Record<Status, string>> = {
  submitted: 'Submetido',
  paid: 'Pago',
  reviewing: 'Em Análise',
  government_processing: 'Processamento Governamental',
  completed: 'Concluído',
  certificate_issued: 'Certificado Emitido',
};
