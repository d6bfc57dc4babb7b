import { describe, expect, it } from 'vitest';
import { isConvertedBySpreadsheet } from './spreadsheet.ts';

describe('detects that a spreadsheet would convert the text', () => {
  it.each([
    // Numbers of which a spreadsheet drops zeros or digits, or interprets signs and exponents.
    '0012',
    '01234567890',
    '12345678000195',
    '12345678E00131',
    '1e5',
    '1E+5',
    '1.234,56',
    '1 234',
    '192.168.100.200',
    ',5',
    '5-',
    '(5)',
    '5%',
    'R$ 10',
    '10 €',
    'US$ 1,5',
    '1-2',
    '1/2',
    '1.2.3',
    '2026-03-01',
    '01/03/2026 10:30',
    '2026-03-01T10:30:00Z',
    '1 1/2',
    '12:30',
    '3 PM',
    '10:30 am',
    'mar/20',
    'MAR1',
    'SET 2',
    'sept2',
    '1 mar',
    '1 de março de 2026',
    'December 25',
    // Booleans and errors.
    'VERDADEIRO',
    'false',
    '#N/D',
    '#REF!',
    // Text with spaces, invisible characters and full-width characters.
    ' 0012 ',
    '\u00a00012',
    '\u200b0012',
    '００１２',
  ])('%j', (text) => expect(isConvertedBySpreadsheet(text)).toBe(true));
});

it('checks text that almost matches in linear time', () => {
  for (const piece of [' ', '1', '1 ', '.', '1.', '1/', 'mar ', '(']) {
    expect(isConvertedBySpreadsheet(`1${piece.repeat(50_000)}x`)).toBe(false);
  }
});

describe('detects that a spreadsheet would not convert the text', () => {
  it.each([
    '',
    'João',
    'Sistema 2026',
    'Março',
    'Maio Sistemas 2',
    'Seta 2',
    'v1.2',
    'v1',
    '1ª versão',
    '2 em 1',
    'G2',
    '3D',
    'E5',
    '1x2',
    'a.zip',
    '2026.zip',
    '#1 em vendas',
    'ana@example.com',
    '529.982.247-25',
    '12.345.678/0001-95',
    '12.ABC.345/01DE-35',
    '0192f0c0-0000-7000-8000-000000000001',
    'pi_3',
    'Liberdade',
    'e4d909c290d0fb1ca068ffaddf22cbd0',
  ])('%j', (text) => expect(isConvertedBySpreadsheet(text)).toBe(false));
});
