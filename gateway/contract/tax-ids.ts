/** CPF and CNPJ as screens read, write and compare them. */
export { bareTaxId, formatTaxId, hasWrongCheckDigits, readTaxId } from '@g2/terms/tax-id';
