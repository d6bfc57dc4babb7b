export { bareTaxId, formatTaxId, hasWrongCheckDigits, readTaxId } from '@g2/terms/tax-id';
