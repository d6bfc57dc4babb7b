import type { MaskitoOptions } from '@maskito/core';
import { isCpfSoFar } from './tax-id.ts';

const DIGIT = /\d/;
const ALNUM = /[0-9A-Z]/;

const CPF = [DIGIT, DIGIT, DIGIT, '.', DIGIT, DIGIT, DIGIT, '.', DIGIT, DIGIT, DIGIT, '-', DIGIT, DIGIT];
const alnums = (count: number): RegExp[] => Array.from({ length: count }, () => ALNUM);
const CNPJ = [...alnums(2), '.', ...alnums(3), '.', ...alnums(3), '/', ...alnums(4), '-', DIGIT, DIGIT];

/** CPF while at most eleven digits are typed, CNPJ (alphanumeric included) from then on (contract rule 11). */
export const TAX_ID_MASK: MaskitoOptions = {
  mask: ({ value }) => (isCpfSoFar(value) ? CPF : CNPJ),
  preprocessors: [({ elementState, data }) => ({ elementState, data: data.toUpperCase() })],
};
