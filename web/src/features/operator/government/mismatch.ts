import type { StaffRegistration } from '@g2/gateway/contract/registrations';

/** Whether the office certified other bytes than ours. */
export const isMismatched = ({ government }: Pick<StaffRegistration, 'government'>): boolean =>
  government?.verdict === 'mismatch';
