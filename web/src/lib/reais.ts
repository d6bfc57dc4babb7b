import { whenUsed } from '@g2/gateway/contract/when-used';

const REAIS_PATTERN = /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}))?$/;
/** Amount with a decimal point, as programs write it: one or two digits after a point cannot be thousands. */
const DECIMAL_POINT_PATTERN = /^([+-]?\d{1,7})\.(\d{1,2})$/;

/**
 * Parses typed reais ("10", "-2,50", "R$ 1.234,56", "2.50") into hundredths of a credit; one credit is R$ 1.
 * @returns undefined for text that is no amount
 */
export function hundredthsOf(typed: string): number | undefined {
  const text = typed
    .replace(/R\$|\s/g, '')
    .replace('−', '-')
    .replace(DECIMAL_POINT_PATTERN, '$1,$2');
  const found = REAIS_PATTERN.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = '', rest = ''] = found;
  const cents = Number(whole.replaceAll('.', '')) * 100 + Number(rest.padEnd(2, '0'));
  return sign === '-' ? 0 - cents : cents;
}

const amountFormat = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** Inverse of `hundredthsOf`: hundredths as editable reais; empty for 0 and for text that is no whole number. */
export function reaisOf(delta: string): string {
  const hundredths = delta.trim() === '' ? 0 : Number(delta);
  return Number.isSafeInteger(hundredths) && hundredths !== 0 ? amountFormat().format(hundredths / 100) : '';
}
