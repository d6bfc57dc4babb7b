import { describe, expect, it } from 'vitest';
import {
  bareTaxId,
  formatTaxId,
  hasWrongCheckDigits,
  maskTaxId,
  normalizeTaxId,
  readTaxId,
} from './tax-id.ts';

const CPF = '529.982.247-25';

describe('a CPF', () => {
  it.each([
    CPF,
    '52998224725',
    ' 529 982 247 25 ',
    'CPF 529.982.247-25',
    'cpf: 52998224725',
    'CPF nº 529.982.247-25',
    'CPF/CNPJ: 529.982.247-25',
    '５２９．９８２．２４７－２５',
    '529.982.247–25',
  ])('is parsed from %j and printed in its usual format', (text) => {
    expect(readTaxId(text)).toEqual({ kind: 'cpf', bare: '52998224725' });
    expect(formatTaxId(text)).toBe(CPF);
    expect(maskTaxId(text)).toBe('***.982.247-**');
    expect(bareTaxId(text)).toBe('52998224725');
  });
});

describe('a CNPJ', () => {
  it.each([
    ['11.222.333/0001-81', '11.222.333/0001-81'],
    ['CNPJ 11222333000181', '11.222.333/0001-81'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['cnpj: 12.ABC.345/01DE-35', '12.ABC.345/01DE-35'],
    // A CNPJ may begin with the letters of the label.
    ['CPF00000000087', 'CP.F00.000/0000-87'],
    ['CNPJ0000000003', 'CN.PJ0.000/0000-03'],
  ])('is parsed from %j and shown in full', (text, printed) => {
    expect(readTaxId(text)?.kind).toBe('cnpj');
    expect(formatTaxId(text)).toBe(printed);
    expect(maskTaxId(text)).toBe(printed);
  });
});

describe('any other text', () => {
  it.each([
    '529.982.247-24',
    '111.111.111-11',
    '11.222.333/0001-80',
    '12.ABC.345/01DE-36',
    '12.ABC.345/01DE-3A',
    '00000000000000',
    '52998224725/0001',
    '529.982.247-25x',
    '052998224725',
    '٥٢٩٩٨٢٢٤٧٢٥',
    '***********',
    'abcdefghijk',
    '529982247250',
    '',
  ])('is no tax id, is printed unchanged and is fully masked in public: %j', (text) => {
    expect(readTaxId(text)).toBeUndefined();
    expect(formatTaxId(text)).toBe(text);
    expect(maskTaxId(text)).toBe('***');
  });

  it('with wrong check digits is reported once it is complete', () => {
    for (const wrong of ['529.982.247-26', '11.222.333/0001-82'])
      expect(hasWrongCheckDigits(wrong)).toBe(true);
    for (const open of ['', '529.982', CPF, '12.ABC']) expect(hasWrongCheckDigits(open)).toBe(false);
  });
});

it('text that is not a tax id is trimmed and upper-cased', () => {
  expect(normalizeTaxId(' passaporte ab-1 ')).toBe('PASSAPORTE AB-1');
  expect(normalizeTaxId('CPF')).toBe('CPF');
});
