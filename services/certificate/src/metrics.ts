import { Counter, Gauge } from '@g2/kit/metrics';

export const certificatesIssued = new Counter({
  name: 'g2_certificates_issued_total',
  help: 'Certificates issued',
});

export const certificatesHeldBack = new Counter({
  name: 'g2_certificates_held_back_total',
  help: 'Certificates not issued because their payment was given back or is disputed',
});

export const signingCertificateExpiresAt = new Gauge({
  name: 'g2_signing_certificate_expires_at',
  help: 'When the first certificate of the chain that signs documents expires, in seconds since 1970',
});
