// By itself, without the schemas of its neighbours: the page that needs it is to come quickly.
export { judgeCertificateNumber, readCertificateNumber } from '@g2/terms/certificate-number';
