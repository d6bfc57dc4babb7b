import { ExportRow } from '@g2/proto/registration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cell, csvHeader, csvRow } from './csv.ts';

/** RFC 4180 with `;`, every cell quoted, every line ended by CRLF: anything else throws. */
function parse(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  while (at < text.length) {
    if (text[at] !== '"') throw new Error(`no opening quote at ${at}`);
    let value = '';
    for (at++; ; at++) {
      if (at >= text.length) throw new Error('a cell without end');
      if (text[at] !== '"') value += text[at];
      else if (text[at + 1] === '"') value += text[++at];
      else break;
    }
    row.push(value);
    const after = text.slice(at + 1, at + 3);
    if (after.startsWith(';')) {
      at += 2;
      if (at >= text.length) throw new Error('a separator without a cell');
    } else if (after === '\r\n') {
      rows.push(row);
      row = [];
      at += 3;
    } else throw new Error(`neither separator nor line end at ${at + 1}`);
  }
  if (row.length > 0) throw new Error('a line without end');
  return rows;
}

const registration = (details: Partial<ExportRow>, fileName = 'a.zip') =>
  ExportRow.fromPartial({
    id: 'x',
    status: 'paid',
    paymentAmount: 349_900,
    fileName,
    fileSize: 1_234_567,
    createdAt: new Date('2026-03-01T02:30:00Z'),
    ...details,
  });

const NOTHING = { names: new Map(), paid: new Map() };

describe('CSV', () => {
  it.each([
    '=1+1',
    '+55',
    '-1',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    ' =1+1',
    '\u00a0@SUM(A1)',
    '\ufeff=1',
    '\u200b-1',
    '＝1+1',
  ])('takes the formula out of %j', (value) => {
    expect(parse(`${cell(value)}\r\n`)).toEqual([[`'${value}`]]);
  });

  it.each(['a=1', '1-2', '', ' a', 'João', "'=1"])('leaves %j as it is', (value) => {
    expect(cell(value)).toBe(`"${value}"`);
  });

  it('reads back in a strict parser, whatever the texts, with a value for each heading', () => {
    const columns = parse(csvHeader())[0] ?? [];
    const pieces = [
      'a',
      '"',
      ';',
      '\r',
      '\n',
      '\t',
      '\u00a0',
      "'",
      '=',
      '+',
      '-',
      '@',
      '＝',
      'é',
      '💥',
      '\u200b',
    ];
    const text = fc.string({ unit: fc.constantFrom(...pieces), maxLength: 12 });
    fc.assert(
      fc.property(text, text, text, (title, applicantName, fileName) => {
        const rows = parse(csvHeader() + csvRow(registration({ title, applicantName }, fileName), NOTHING));
        const value = (heading: string) => rows[1]?.[columns.indexOf(heading)] ?? '';
        const written = { Título: title, Requerente: applicantName, Arquivo: fileName };
        return (
          rows.length === 2 &&
          rows[1]?.length === columns.length &&
          Object.entries(written).every(
            ([heading, text]) =>
              [text, `'${text}`].includes(value(heading)) &&
              !/^[\s\p{Cc}]*[=+\-@]|^[\t\r\n]/u.test(value(heading)),
          )
        );
      }),
    );
  });

  it('has dates of São Paulo, Brazilian decimals, and words for values', () => {
    const [columns = [], values = []] = parse(
      csvHeader() + csvRow(registration({ title: 'T', jurisdiction: 'uniao_europeia' }), NOTHING),
    );
    expect(Object.fromEntries(columns.map((column, i) => [column, values[i]]))).toMatchObject({
      'Criado em': '28/02/2026 23:30',
      'Taxa (R$)': '3499,00',
      'Tamanho (bytes)': '1234567',
      Jurisdição: 'União Europeia',
      Status: 'Pago',
      'Pago em': '',
    });
  });

  it('ends with who works on it and what paid for it; empty where nobody does, and nothing did', () => {
    const operatorId = '0199abcd-0000-7000-8000-000000000001';
    const person = {
      id: operatorId,
      firstName: '=Otávio',
      lastName: 'Reis',
      role: 'operator',
      isActive: true,
    };
    const names = new Map([[operatorId, person]]);
    const payment = { registrationId: 'x', paymentId: 'p1', method: 'credits', refundedAmount: 349_900 };
    const beside = { names, paid: new Map([['x', payment]]) };
    const last = (row: string) => parse(row)[0]?.slice(-4);
    expect(last(csvHeader())).toEqual(['Operador', 'Forma de pagamento', 'Pagamento (id)', 'Devolvido (R$)']);
    const assigned = csvRow(registration({ assignedOperatorId: operatorId }), beside);
    expect(last(assigned)).toEqual(["'=Otávio Reis", 'Créditos', 'p1', '3499,00']);
    expect(last(csvRow(registration({}), NOTHING))).toEqual(['', '', '', '']);
  });
});
