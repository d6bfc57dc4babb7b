import { bareTaxId, formatTaxId, readTaxId } from '@g2/gateway/contract/tax-ids';
import type { MaskitoOptions } from '@maskito/core';

export { bareTaxId, hasWrongCheckDigits } from '@g2/gateway/contract/tax-ids';

export const isValidCpf = (value: string): boolean => readTaxId(value)?.kind === 'cpf';
export const isValidCnpj = (value: string): boolean => readTaxId(value)?.kind === 'cnpj';

/** A CPF is eleven digits; anything longer or with a letter can only be a CNPJ (numeric or alphanumeric). */
export function isCpfSoFar(value: string): boolean {
  const bare = bareTaxId(value);
  return bare.length <= 11 && /^\d*$/.test(bare);
}

const DIGIT = /\d/;
const ALNUM = /[0-9A-Z]/;

const CPF_MASK = [DIGIT, DIGIT, DIGIT, '.', DIGIT, DIGIT, DIGIT, '.', DIGIT, DIGIT, DIGIT, '-', DIGIT, DIGIT];
const alnums = (count: number): RegExp[] => Array.from({ length: count }, () => ALNUM);
const CNPJ_MASK = [...alnums(2), '.', ...alnums(3), '.', ...alnums(3), '/', ...alnums(4), '-', DIGIT, DIGIT];

/** CPF mask up to eleven digits, else CNPJ (also alphanumeric). Pasted labels and full-width forms are normalized. */
export const TAX_ID_MASK: MaskitoOptions = {
  mask: ({ value }) => (isCpfSoFar(value) ? CPF_MASK : CNPJ_MASK),
  preprocessors: [
    ({ elementState, data }) => ({
      elementState,
      data: readTaxId(data) ? formatTaxId(data) : data.normalize('NFKC').toUpperCase(),
    }),
  ],
};
