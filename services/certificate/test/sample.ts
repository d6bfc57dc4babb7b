import { NO_DETAILS } from '@g2/terms/details';
import type { CertificateStatement } from '../src/domain/certificate.ts';

/** A certificate statement with realistic values. */
export const sample = (changes: Partial<CertificateStatement> = {}): CertificateStatement => ({
  ...NO_DETAILS,
  registrationId: '01930000-0000-7000-8000-0000000000ab',
  userId: '01930000-0000-7000-8000-0000000000cd',
  title: 'Gestão de Ações & Exportação — versão 2',
  description:
    'Sistema de gestão para pequenas e médias empresas, com emissão de relatórios e integração bancária.',
  applicantName: 'João Guimarães Conceição',
  applicantTaxId: '123.456.789-09',
  holderName: 'Açúcar & Pão Tecnologia Ltda.',
  holders: [
    { name: 'João Guimarães Conceição', taxId: '123.456.789-09', percentage: 60 },
    { name: 'Inês Araújo', taxId: '12.ABC.345/01DE-35', percentage: 40 },
  ],
  sha256: 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  sha512:
    'cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e',
  fileName: 'código-fonte.zip',
  fileSize: 12_345_678,
  jurisdiction: 'brasil',
  createdAt: '2026-10-30T20:00:00.000Z',
  depositedAt: '2026-11-02T02:30:00.000Z',
  paidAt: '2026-11-02T13:05:00.000Z',
  governmentSubmittedAt: '2026-11-10T18:00:00.000Z',
  issuedAt: '2027-01-01T01:15:00.000Z',
  versionNumber: 1,
  previousId: null,
  preceding: null,
  ...changes,
});
