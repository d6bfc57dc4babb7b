import { Payment } from '@g2/proto/payment';
import { Applicant, ExportRow } from '@g2/proto/registration';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cell, csvHeader, csvRow } from './csv.ts';
import { paymentsHeader, paymentsRow } from './payments-csv.ts';
import { isConvertedBySpreadsheet } from './spreadsheet.ts';

/** Parses CSV as in RFC 4180, with `;`, quoted cells and CRLF. Throws for anything else. */
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
  ])('neutralises the formula %j', (value) => {
    expect(parse(`${cell(value)}\r\n`)).toEqual([[`'${value}`]]);
  });

  it.each(['0012', '01234567890', '12345678E00131', '1-2', 'SET 2'])(
    'marks %j as text, so that no spreadsheet converts it',
    (value) => {
      expect(parse(`${cell(value)}\r\n`)).toEqual([[`'${value}`]]);
    },
  );

  it.each(['a=1', '', ' a', 'João', "'=1", "'0012", '529.982.247-25'])('leaves %j unchanged', (value) => {
    expect(cell(value)).toBe(`"${value}"`);
  });

  it('can be parsed strictly for any text, with one value per heading', () => {
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
      '0',
      '7',
      '/',
      '.',
      'E',
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
              !/^[\s\p{Cc}]*[=+\-@]|^[\t\r\n]/u.test(value(heading)) &&
              !isConvertedBySpreadsheet(value(heading)),
          )
        );
      }),
    );
  });

  it('writes São Paulo dates, Brazilian decimals and readable names', () => {
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

  it('formats tax ids, and writes invalid ones as text', () => {
    const written = (applicantTaxId: string) => {
      const [columns = [], values = []] = parse(
        csvHeader() + csvRow(registration({ applicantTaxId }), NOTHING),
      );
      return values[columns.indexOf('CPF/CNPJ')];
    };
    expect(written('52998224725')).toBe('529.982.247-25');
    expect(written('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(written('12345678E00131')).toBe('12.345.678/E001-31');
    // An invalid CPF that an earlier release stored.
    expect(written('01234567800')).toBe("'01234567800");
  });

  it('formats tax ids, titles, amounts and dates of payments', () => {
    const payment = Payment.fromPartial({
      id: 'p1',
      userId: 'u1',
      registrationId: 'r1',
      amount: 349_900,
      createdAt: new Date('2026-03-01T02:30:00Z'),
    });
    const applicant = Applicant.fromPartial({ id: 'r1', name: '0012', taxId: '52998224725' });
    const beside = {
      names: new Map(),
      titles: new Map([['r1', '1-2']]),
      emails: new Map([['u1', 'ana@example.com']]),
      applicants: new Map([['r1', applicant]]),
    };
    const [columns = [], values = []] = parse(paymentsHeader() + paymentsRow(payment, beside));
    expect(Object.fromEntries(columns.map((column, i) => [column, values[i]]))).toMatchObject({
      Data: '28/02/2026 23:30',
      Registro: "'1-2",
      'Valor (R$)': '3499,00',
      Requerente: "'0012",
      'CPF/CNPJ do requerente': '529.982.247-25',
    });
  });

  it('ends with the columns of operator and payment, which are empty without one', () => {
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
