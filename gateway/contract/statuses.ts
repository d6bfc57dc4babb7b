import { DISPLAYED_JURISDICTIONS, JURISDICTIONS } from '@g2/terms/names';
import { ACTIONS, STATUSES, type Status } from '@g2/terms/statuses';
import { z } from 'zod';
import { openEnum } from './common.ts';

export {
  DEFAULT_JURISDICTION,
  DISPLAYED_JURISDICTIONS,
  JURISDICTION_NAMES,
  JURISDICTIONS,
  type Jurisdiction,
} from '@g2/terms/names';
export {
  ACTIONS as OPERATOR_ACTIONS,
  type Action as OperatorAction,
  actionsAt,
  STATUS_ESTIMATED_TIME,
  STATUS_NAMES,
  STATUSES as REGISTRATION_STATUSES,
  type Status as RegistrationStatus,
  TRANSITIONS as ALLOWED_TRANSITIONS,
} from '@g2/terms/statuses';

export const registrationStatus = z
  .enum(STATUSES, { error: 'Status inválido' })
  .meta({ id: 'RegistrationStatus' });
export const openStatus = openEnum(STATUSES);

/** Percent. */
export const STATUS_PROGRESS: Readonly<Record<Status, number>> = {
  submitted: 16.67,
  paid: 33.34,
  reviewing: 50,
  government_processing: 75,
  completed: 91.67,
  certificate_issued: 100,
};

export const ACTIVE_STATUSES = ['submitted', 'paid', 'reviewing', 'government_processing'] as const;
export const AWAITING_ANALYSIS_STATUSES = ['submitted', 'paid', 'reviewing'] as const;
export const CONCLUDED_STATUSES = ['completed', 'certificate_issued'] as const;
export const PRIORITY_STATUSES = ['submitted', 'certificate_issued'] as const;

export const operatorAction = z.enum(ACTIONS, { error: 'Ação inválida' }).meta({ id: 'OperatorAction' });
export const openAction = openEnum(ACTIONS);

export const jurisdictionInput = z.enum(JURISDICTIONS, {
  error: (issue) =>
    issue.input === undefined || issue.input === null || issue.input === ''
      ? 'Jurisdição é obrigatória'
      : 'Jurisdição inválida',
});

export const jurisdiction = openEnum(DISPLAYED_JURISDICTIONS);
