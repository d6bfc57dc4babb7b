import { maskTaxId } from '@g2/terms/tax-id';
import type { CertificateHolder } from './certificate.ts';

export type PublicHolder = { name: string; taxIdMasked: string; percentage: number };

export const publicHolder = ({ name, taxId, percentage }: CertificateHolder): PublicHolder => ({
  name,
  taxIdMasked: maskTaxId(taxId),
  percentage,
});
