export const CERTIFICATE_STATUSES = ['valid', 'superseded', 'revoked'] as const;
export type CertificateStatus = (typeof CERTIFICATE_STATUSES)[number];

/** How a certificate is shown: `suspended` is a valid one whose payment went back or is contested, until an admin decides. */
export type CertificateStanding = CertificateStatus | 'suspended';
export const standingOf = (it: { status: CertificateStatus; payment: unknown }): CertificateStanding =>
  it.status === 'valid' && it.payment !== null ? 'suspended' : it.status;
