import { whenUsed } from '@g2/gateway/contract/when-used';

const REAIS_PATTERN = /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}))?$/;
/** Amount with a decimal point instead of a comma: a group of thousands would have three digits after the point. */
const DECIMAL_POINT_PATTERN = /^([+-]?\d{1,7})\.(\d{1,2})$/;

/**
 * Parses typed reais ("10", "-2,50", "R$ 1.234,56", "2.50") into hundredths of a credit; one credit is R$ 1.
 * @returns undefined if the text is not an amount
 */
export function parseHundredths(amountText: string): number | undefined {
  const text = amountText
    .replace(/R\$|\s/g, '')
    .replace('−', '-')
    .replace(DECIMAL_POINT_PATTERN, '$1,$2');
  const match = REAIS_PATTERN.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = '', fraction = ''] = match;
  const cents = Number(whole.replaceAll('.', '')) * 100 + Number(fraction.padEnd(2, '0'));
  return sign === '-' ? 0 - cents : cents;
}

const amountFormat = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Inverse of `parseHundredths`: hundredths as reais for an input; empty for 0 and for a text that is not an integer. */
export function reaisOf(hundredthsText: string): string {
  const hundredths = hundredthsText.trim() === '' ? 0 : Number(hundredthsText);
  return Number.isSafeInteger(hundredths) && hundredths !== 0 ? amountFormat().format(hundredths / 100) : '';
}
