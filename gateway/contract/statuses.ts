import { z } from 'zod';
import { answerWord } from './common.ts';

/** The six statuses in their order (spec §4). */
export const REGISTRATION_STATUSES = [
  'submitted',
  'paid',
  'reviewing',
  'government_processing',
  'completed',
  'certificate_issued',
] as const;
export const registrationStatus = z
  .enum(REGISTRATION_STATUSES, { error: 'Status inválido' })
  .meta({ id: 'RegistrationStatus' });
export type RegistrationStatus = z.infer<typeof registrationStatus>;
/** A status in an answer. */
export const statusWord = answerWord(REGISTRATION_STATUSES);

export const STATUS_NAMES: Readonly<Record<RegistrationStatus, string>> = {
  submitted: 'Submetido',
  paid: 'Pago',
  reviewing: 'Em Análise',
  government_processing: 'Processamento Governamental',
  completed: 'Concluído',
  certificate_issued: 'Certificado Emitido',
};

/** Progress in percent. */
export const STATUS_PROGRESS: Readonly<Record<RegistrationStatus, number>> = {
  submitted: 16.67,
  paid: 33.34,
  reviewing: 50,
  government_processing: 75,
  completed: 91.67,
  certificate_issued: 100,
};

export const STATUS_ESTIMATED_TIME: Readonly<Record<RegistrationStatus, string>> = {
  submitted: 'Imediato',
  paid: '1-2 dias úteis',
  reviewing: '3-5 dias úteis',
  government_processing: '15-30 dias úteis',
  completed: '1-2 dias úteis',
  certificate_issued: 'Imediato',
};

/** Transitions of spec §4. The operator action `request_corrections` alone also takes government_processing to submitted. */
export const ALLOWED_TRANSITIONS: Readonly<Record<RegistrationStatus, readonly RegistrationStatus[]>> = {
  submitted: ['paid'],
  paid: ['reviewing'],
  reviewing: ['government_processing', 'submitted'],
  government_processing: ['completed', 'reviewing'],
  completed: ['certificate_issued'],
  certificate_issued: [],
};

export const ACTIVE_STATUSES = ['submitted', 'paid', 'reviewing', 'government_processing'] as const;
export const AWAITING_ANALYSIS_STATUSES = ['submitted', 'paid', 'reviewing'] as const;
export const CONCLUDED_STATUSES = ['completed', 'certificate_issued'] as const;
/** What the client dashboard puts first. */
export const PRIORITY_STATUSES = ['submitted', 'certificate_issued'] as const;

export const OPERATOR_ACTIONS = ['approve', 'request_corrections', 'add_notes'] as const;
export const operatorAction = z
  .enum(OPERATOR_ACTIONS, { error: 'Ação inválida' })
  .meta({ id: 'OperatorAction' });
export type OperatorAction = z.infer<typeof operatorAction>;
export const actionWord = answerWord(OPERATOR_ACTIONS);

/** Which operator actions a status offers (spec §4). */
export const OPERATOR_ACTIONS_BY_STATUS: Readonly<Record<RegistrationStatus, readonly OperatorAction[]>> = {
  submitted: ['add_notes'],
  paid: ['approve', 'add_notes'],
  reviewing: ['approve', 'request_corrections', 'add_notes'],
  government_processing: ['request_corrections', 'add_notes'],
  completed: ['add_notes'],
  certificate_issued: ['add_notes'],
};

/** The values the wizard offers and the server accepts, in the order shown (spec §2). */
export const JURISDICTIONS = ['global', 'brasil', 'estados_unidos', 'uniao_europeia'] as const;
export const DEFAULT_JURISDICTION = 'global';
export const jurisdictionInput = z.enum(JURISDICTIONS, {
  error: (issue) =>
    issue.input === undefined || issue.input === null || issue.input === ''
      ? 'Jurisdição é obrigatória'
      : 'Jurisdição inválida',
});

/** The accepted values and the three older ones that only display knows. */
export const DISPLAYED_JURISDICTIONS = [...JURISDICTIONS, 'usa', 'europa', 'mercosul'] as const;
export const jurisdiction = answerWord(DISPLAYED_JURISDICTIONS);
export type Jurisdiction = z.infer<typeof jurisdiction>;

export const JURISDICTION_NAMES: Readonly<Record<Jurisdiction, string>> = {
  global: 'Global',
  brasil: 'Brasil',
  estados_unidos: 'Estados Unidos',
  uniao_europeia: 'União Europeia',
  usa: 'Estados Unidos',
  europa: 'Europa',
  mercosul: 'Mercosul',
};
