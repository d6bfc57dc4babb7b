import { bareTaxId, formatTaxId, readTaxId } from '@g2/gateway/contract/tax-ids';
import type { MaskitoOptions } from '@maskito/core';

export { bareTaxId, hasWrongCheckDigits } from '@g2/gateway/contract/tax-ids';

export const isValidCpf = (value: string): boolean => readTaxId(value)?.kind === 'cpf';
export const isValidCnpj = (value: string): boolean => readTaxId(value)?.kind === 'cnpj';

/** True if the typed text can still become a CPF (eleven digits). A longer text or a letter means a CNPJ. */
export function canBecomeCpf(value: string): boolean {
  const taxId = bareTaxId(value);
  return taxId.length <= 11 && /^\d*$/.test(taxId);
}

const DIGIT = /\d/;
const ALPHANUMERIC = /[0-9A-Z]/;

const CPF_MASK = [DIGIT, DIGIT, DIGIT, '.', DIGIT, DIGIT, DIGIT, '.', DIGIT, DIGIT, DIGIT, '-', DIGIT, DIGIT];
const alphanumerics = (count: number): RegExp[] => Array.from({ length: count }, () => ALPHANUMERIC);
const CNPJ_MASK = [
  ...alphanumerics(2),
  '.',
  ...alphanumerics(3),
  '.',
  ...alphanumerics(3),
  '/',
  ...alphanumerics(4),
  '-',
  DIGIT,
  DIGIT,
];

/** CPF mask up to eleven digits, else CNPJ (also alphanumeric). Pasted labels and full-width forms are normalized. */
export const TAX_ID_MASK: MaskitoOptions = {
  mask: ({ value }) => (canBecomeCpf(value) ? CPF_MASK : CNPJ_MASK),
  preprocessors: [
    ({ elementState, data }) => ({
      elementState,
      data: readTaxId(data) ? formatTaxId(data) : data.normalize('NFKC').toUpperCase(),
    }),
  ],
};
