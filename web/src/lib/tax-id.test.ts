import { maskitoTransform } from '@maskito/core';
import { describe, expect, it } from 'vitest';
import {
  bareTaxId,
  canBecomeCpf,
  hasWrongCheckDigits,
  isValidCnpj,
  isValidCpf,
  TAX_ID_MASK,
} from './tax-id.ts';

describe('CPF', () => {
  it('accepts a CPF with correct check digits, with and without punctuation', () => {
    expect(isValidCpf('529.982.247-25')).toBe(true);
    expect(isValidCpf('52998224725')).toBe(true);
  });
  it('refuses a CPF with wrong check digits, repeated digits or a wrong length', () => {
    expect(isValidCpf('529.982.247-24')).toBe(false);
    expect(isValidCpf('111.111.111-11')).toBe(false);
    expect(isValidCpf('5299822472')).toBe(false);
  });
});

describe('CNPJ', () => {
  it('accepts numeric and alphanumeric CNPJs', () => {
    expect(isValidCnpj('11.222.333/0001-81')).toBe(true);
    expect(isValidCnpj('12.ABC.345/01DE-35')).toBe(true);
    expect(isValidCnpj('12abc34501de35')).toBe(true);
  });
  it('refuses a CNPJ with wrong check digits or with letters as check digits', () => {
    expect(isValidCnpj('11.222.333/0001-80')).toBe(false);
    expect(isValidCnpj('12.ABC.345/01DE-36')).toBe(false);
    expect(isValidCnpj('12.ABC.345/01DE-3A')).toBe(false);
    expect(isValidCnpj('00000000000000')).toBe(false);
  });
});

describe('the hint about check digits', () => {
  it('hasWrongCheckDigits is true only for a complete value', () => {
    expect(hasWrongCheckDigits('')).toBe(false);
    expect(hasWrongCheckDigits('529.982')).toBe(false);
    expect(hasWrongCheckDigits('529.982.247-25')).toBe(false);
    expect(hasWrongCheckDigits('529.982.247-26')).toBe(true);
    expect(hasWrongCheckDigits('11.222.333/0001-82')).toBe(true);
  });
  it('canBecomeCpf returns false for a typed text that can only be a CNPJ', () => {
    expect(canBecomeCpf('529.982.247-25')).toBe(true);
    expect(canBecomeCpf('12.A')).toBe(false);
    expect(canBecomeCpf('11.222.333/0001')).toBe(false);
    expect(bareTaxId(' 12.abc/')).toBe('12ABC');
  });
});

const mask = (value: string): string => maskitoTransform(value, TAX_ID_MASK);

describe('the tax id mask', () => {
  it('formats up to eleven digits as a CPF', () => {
    expect(mask('52998224725')).toBe('529.982.247-25');
    expect(mask('5299')).toBe('529.9');
  });
  it('formats twelve or more characters as a CNPJ', () => {
    expect(mask('11222333000181')).toBe('11.222.333/0001-81');
    expect(mask('112223330001')).toBe('11.222.333/0001');
  });
  it('formats a value with a letter as an alphanumeric CNPJ', () => {
    expect(mask('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(mask('12A')).toBe('12.A');
  });
  it('drops characters beyond the length of a CNPJ', () => {
    expect(mask('112223330001819999')).toBe('11.222.333/0001-81');
  });
});
