// This file is separate and has no zod schemas, to keep the bundle of the page that imports it small.
export { judgeCertificateNumber, readCertificateNumber } from '@g2/terms/certificate-number';
