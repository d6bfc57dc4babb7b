export const CERTIFICATE_STATUSES = ['valid', 'superseded', 'revoked'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** How a certificate is shown. A valid one is `suspended` while its payment is returned or contested and no admin has decided. */
export type CertificateStanding = CertificateStatus | 'suspended';
export const standingOf = (it: { status: CertificateStatus; payment: unknown }): CertificateStanding =>
  it.status === 'valid' && it.payment !== null ? 'suspended' : it.status;
