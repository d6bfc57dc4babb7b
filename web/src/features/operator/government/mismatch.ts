import type { StaffRegistration } from '@g2/gateway/contract/registrations';

/** Whether the hash on the office's certificate differs from our file's hash. */
export const isMismatched = ({ government }: Pick<StaffRegistration, 'government'>): boolean =>
  government?.verdict === 'mismatch';
