import type { RegistrationStatus } from '@g2/gateway/contract/status-terms';

/** English names of the stages that public pages show. */
export const STAGE_NAMES: Readonly<Record<RegistrationStatus, string>> = {
  submitted: 'Submitted',
  paid: 'Paid',
  reviewing: 'Under review',
  government_processing: 'Government processing',
  completed: 'Completed',
  certificate_issued: 'Certificate issued',
};

export const STAGE_ESTIMATES: Readonly<Record<RegistrationStatus, string>> = {
  submitted: 'immediate',
  paid: '1–2 working days',
  reviewing: '3–5 working days',
  government_processing: '15–30 working days',
  completed: '1–2 working days',
  certificate_issued: 'immediate',
};
