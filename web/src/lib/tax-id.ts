import type { MaskitoOptions } from '@maskito/core';

/** Letters and digits of a CPF or CNPJ, upper case, as typed without punctuation. */
export function bareTaxId(value: string): string {
  return value.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

/** A CPF is eleven digits; anything longer or with a letter can only be a CNPJ (numeric or alphanumeric). */
export function isCpfSoFar(value: string): boolean {
  const bare = bareTaxId(value);
  return bare.length <= 11 && /^\d*$/.test(bare);
}

function mod11(values: readonly number[], weights: readonly number[]): number {
  const sum = values.reduce((total, value, index) => total + value * (weights[index] ?? 0), 0);
  const rest = sum % 11;
  return rest < 2 ? 0 : 11 - rest;
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.abs(from - to) + 1 }, (_, index) => (from > to ? from - index : from + index));

/** CPF check digits over eleven digits; a repeated digit is never a CPF. */
export function isValidCpf(value: string): boolean {
  const bare = bareTaxId(value);
  if (!/^\d{11}$/.test(bare) || /^(\d)\1{10}$/.test(bare)) return false;
  const digits = Array.from(bare, Number);
  const first = mod11(digits.slice(0, 9), range(10, 2));
  const second = mod11(digits.slice(0, 10), range(11, 2));
  return first === digits[9] && second === digits[10];
}

const CNPJ_WEIGHTS = [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2] as const;

/**
 * CNPJ check digits, the alphanumeric form of 2026 included: each character counts as its ASCII code minus 48,
 * the two check digits stay numeric.
 */
export function isValidCnpj(value: string): boolean {
  const bare = bareTaxId(value);
  if (!/^[0-9A-Z]{12}\d{2}$/.test(bare) || /^(\d)\1{13}$/.test(bare)) return false;
  const values = Array.from(bare, (character) => character.charCodeAt(0) - 48);
  const first = mod11(values.slice(0, 12), CNPJ_WEIGHTS.slice(1));
  const second = mod11(values.slice(0, 13), CNPJ_WEIGHTS);
  return first === values[12] && second === values[13];
}

/**
 * True when a complete CPF or CNPJ has wrong check digits. It feeds a hint that never blocks (contract rule 11);
 * an incomplete value is left to the length rule of spec §5.
 */
export function hasWrongCheckDigits(value: string): boolean {
  const bare = bareTaxId(value);
  if (bare.length === 11 && /^\d+$/.test(bare)) return !isValidCpf(bare);
  if (bare.length === 14) return !isValidCnpj(bare);
  return false;
}

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
