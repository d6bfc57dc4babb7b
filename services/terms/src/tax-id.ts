export const TAX_ID_WRONG = 'Este CPF ou CNPJ não existe: confira os números digitados.';

type TaxId = { kind: 'cpf' | 'cnpj'; bare: string };

/** A copied label such as "CPF:" or "CNPJ nº". */
const LABEL = /^(?:CPF|CNPJ)(?:\s*\/\s*(?:CPF|CNPJ))?(?:\s*N[º°O.]*)?[\s:.-]+|^(?:CPF|CNPJ)(?=\d)/;
const PUNCTUATION = /[\s./\u2010-\u2015-]/g;

/** Normalizes for comparison: NFKC, upper case, without a leading label. All other characters stay. */
export function normalizeTaxId(value: string): string {
  const plain = value.normalize('NFKC').toUpperCase().trim();
  // A CNPJ may begin with the letters of a label.
  return read(plain) ? plain : plain.replace(LABEL, '');
}

/** Letters and digits only, upper case. */
export const bareTaxId = (value: string): string => normalizeTaxId(value).replace(/[^0-9A-Z]/g, '');

/** Parses a CPF or CNPJ; undefined for other text, also with wrong check digits. */
export const readTaxId = (value: string): TaxId | undefined => read(normalizeTaxId(value));

function read(plain: string): TaxId | undefined {
  const bare = plain.replace(PUNCTUATION, '');
  if (isValidCpf(bare)) return { kind: 'cpf', bare };
  if (isValidCnpj(bare)) return { kind: 'cnpj', bare };
  return undefined;
}

/** Printed form: 529.982.247-25 or 12.ABC.345/01DE-35. Any other text is only trimmed. */
export function formatTaxId(value: string): string {
  const found = readTaxId(value);
  if (!found) return value.trim();
  const { kind, bare } = found;
  return kind === 'cpf'
    ? bare.replace(/^(...)(...)(...)(..)$/, '$1.$2.$3-$4')
    : bare.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}

/** Public form: a CNPJ in full, the middle digits of a CPF as the government publishes them, otherwise `***`. */
export function maskTaxId(value: string): string {
  const found = readTaxId(value);
  if (found?.kind === 'cnpj') return formatTaxId(value);
  return found ? `***.${found.bare.slice(3, 6)}.${found.bare.slice(6, 9)}-**` : '***';
}

/** True if a complete CPF or CNPJ has wrong check digits. The length rule covers incomplete ones. */
export function hasWrongCheckDigits(value: string): boolean {
  const bare = bareTaxId(value);
  return (/^\d{11}$/.test(bare) || bare.length === 14) && readTaxId(value) === undefined;
}

/** Repeated digits are never a valid CPF. */
function isValidCpf(bare: string): boolean {
  if (!/^\d{11}$/.test(bare) || /^(\d)\1{10}$/.test(bare)) return false;
  return hasCheckDigits(Array.from(bare, Number), 11);
}

/** Numeric or alphanumeric (Instrução Normativa RFB 2.229/2024): a character counts as its ASCII code minus 48. */
function isValidCnpj(bare: string): boolean {
  if (!/^[0-9A-Z]{12}\d{2}$/.test(bare) || /^(\d)\1{13}$/.test(bare)) return false;
  return hasCheckDigits(
    Array.from(bare, (character) => character.charCodeAt(0) - 48),
    9,
  );
}

/** Modulo 11: weights from 2 to `most` from the right, then again from 2. */
const hasCheckDigits = (values: readonly number[], most: number): boolean =>
  [2, 1].every((last) => {
    const before = values.slice(0, -last).toReversed();
    const sum = before.reduce((total, value, at) => total + value * (2 + (at % (most - 1))), 0);
    return values.at(-last) === (sum % 11 < 2 ? 0 : 11 - (sum % 11));
  });
