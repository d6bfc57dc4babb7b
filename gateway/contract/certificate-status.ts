export const CERTIFICATE_STATUSES = ['valid', 'superseded', 'revoked'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** Displayed status. A valid certificate is `suspended` while its payment is refunded or disputed and undecided. */
export type DisplayedCertificateStatus = CertificateStatus | 'suspended';
export const displayedStatus = (it: {
  status: CertificateStatus;
  payment: unknown;
}): DisplayedCertificateStatus => (it.status === 'valid' && it.payment !== null ? 'suspended' : it.status);
