import type { Status } from '@g2/terms/statuses';

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
