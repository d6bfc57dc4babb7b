import { Registration } from '@g2/proto/registration';
import { describe, expect, it } from 'vitest';
import { cell, csvHeader, csvRow } from './csv.ts';

describe('CSV', () => {
  it.each(['=1+1', '+55', '-1', '@SUM(A1)', '\tx', '\rx'])('takes the formula out of %j', (value) => {
    expect(cell(value)).toBe(`"'${value}"`);
  });

  it('quotes separators, quotes and line breaks', () => {
    expect(cell('a;b "c"\nd')).toBe('"a;b ""c""\nd"');
  });

  it('has a value for each heading, with dates of São Paulo and Brazilian decimals', () => {
    const row = csvRow(
      Registration.fromPartial({
        id: 'x',
        status: 'paid',
        paymentAmount: 349_900,
        createdAt: new Date('2026-03-01T02:30:00Z'),
        details: { title: 'Título; com ponto e vírgula', jurisdiction: 'uniao_europeia' },
      }),
    );
    expect(row).toContain('"28/02/2026 23:30"');
    expect(row).toContain('"3499,00"');
    expect(row).toContain('"União Europeia"');
    expect(row).toContain('"Pago"');
    expect(row.split('";"')).toHaveLength(csvHeader().split('";"').length);
  });
});
