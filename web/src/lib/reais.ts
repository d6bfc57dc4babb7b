import { whenUsed } from '@g2/gateway/contract/when-used';

const REAIS = /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d{1,7})(?:,(\d{1,2}))?$/;
/** As programs and other keyboards write it: a point before one or two digits is no thousands'. */
const POINTED = /^([+-]?\d{1,7})\.(\d{1,2})$/;

/**
 * Reais as a person types them, such as "10", "-2,50", "R$ 1.234,56" or "2.50", in hundredths of a credit: one per cent.
 * @returns undefined for what is no amount
 */
export function hundredthsOf(typed: string): number | undefined {
  const text = typed
    .replace(/R\$|\s/g, '')
    .replace('−', '-')
    .replace(POINTED, '$1,$2');
  const found = REAIS.exec(text);
  if (found === null) return undefined;
  const [, sign, whole = '', rest = ''] = found;
  const cents = Number(whole.replaceAll('.', '')) * 100 + Number(rest.padEnd(2, '0'));
  return sign === '-' ? 0 - cents : cents;
}

const amount = whenUsed(
  () => new Intl.NumberFormat('pt-BR', { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);

/** The same the other way round, as it may be typed again; empty for nothing and for what is no whole number. */
export function reaisOf(delta: string): string {
  const hundredths = delta.trim() === '' ? 0 : Number(delta);
  return Number.isSafeInteger(hundredths) && hundredths !== 0 ? amount().format(hundredths / 100) : '';
}
