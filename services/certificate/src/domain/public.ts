import { maskTaxId } from '@g2/terms/tax-id';
import type { CertificateHolder } from './certificate.ts';

export type PublicHolder = { name: string; taxIdMasked: string; percentage: number };

/** A holder as the public sees it, with a masked tax id. */
export const publicHolder = ({ name, taxId, percentage }: CertificateHolder): PublicHolder => ({
  name,
  taxIdMasked: maskTaxId(taxId),
  percentage,
});
