export const CERTIFICATE_STATUSES = ['valid', 'superseded', 'revoked'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** Displayed status: `suspended` while a payment is refunded or disputed and no admin has decided. */
export type DisplayedCertificateStatus = CertificateStatus | 'suspended';
export const displayedStatus = (it: {
  status: CertificateStatus;
  payment: unknown;
}): DisplayedCertificateStatus => (it.status === 'valid' && it.payment !== null ? 'suspended' : it.status);
