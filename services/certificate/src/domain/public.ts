import { maskTaxId } from '@g2/terms/tax-id';
import type { CertificateHolder } from './certificate.ts';

export const publicHolder = ({ name, taxId, percentage }: CertificateHolder) => ({
  name,
  taxIdMasked: maskTaxId(taxId),
  percentage,
});
