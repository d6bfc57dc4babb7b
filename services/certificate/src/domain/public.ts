import type { CertificateHolder } from './certificate.ts';

const CPF_DIGITS = 11;

/** A CPF with its middle digits alone, as the state itself publishes them; a CNPJ is public as it is. */
function maskTaxId(taxId: string): string {
  const characters = taxId.replace(/[^0-9A-Za-z]/g, '');
  if (characters.length !== CPF_DIGITS) return taxId;
  return `***.${characters.slice(3, 6)}.${characters.slice(6, 9)}-**`;
}

export type PublicHolder = { name: string; taxIdMasked: string; percentage: number };

/** A holder as strangers may see them. */
export const publicHolder = ({ name, taxId, percentage }: CertificateHolder): PublicHolder => ({
  name,
  taxIdMasked: maskTaxId(taxId),
  percentage,
});
