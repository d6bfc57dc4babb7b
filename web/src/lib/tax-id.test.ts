import { describe, expect, it } from 'vitest';
import { bareTaxId, hasWrongCheckDigits, isCpfSoFar, isValidCnpj, isValidCpf } from './tax-id.ts';

describe('CPF', () => {
  it('accepts right check digits, with and without punctuation', () => {
    expect(isValidCpf('529.982.247-25')).toBe(true);
    expect(isValidCpf('52998224725')).toBe(true);
  });
  it('refuses wrong check digits, repeated digits and wrong lengths', () => {
    expect(isValidCpf('529.982.247-24')).toBe(false);
    expect(isValidCpf('111.111.111-11')).toBe(false);
    expect(isValidCpf('5299822472')).toBe(false);
  });
});

describe('CNPJ', () => {
  it('accepts numeric and alphanumeric ones', () => {
    expect(isValidCnpj('11.222.333/0001-81')).toBe(true);
    expect(isValidCnpj('12.ABC.345/01DE-35')).toBe(true);
    expect(isValidCnpj('12abc34501de35')).toBe(true);
  });
  it('refuses wrong check digits and letters in them', () => {
    expect(isValidCnpj('11.222.333/0001-80')).toBe(false);
    expect(isValidCnpj('12.ABC.345/01DE-36')).toBe(false);
    expect(isValidCnpj('12.ABC.345/01DE-3A')).toBe(false);
    expect(isValidCnpj('00000000000000')).toBe(false);
  });
});

describe('the hint', () => {
  it('speaks only about complete values', () => {
    expect(hasWrongCheckDigits('')).toBe(false);
    expect(hasWrongCheckDigits('529.982')).toBe(false);
    expect(hasWrongCheckDigits('529.982.247-25')).toBe(false);
    expect(hasWrongCheckDigits('529.982.247-26')).toBe(true);
    expect(hasWrongCheckDigits('11.222.333/0001-82')).toBe(true);
  });
  it('knows which mask is being typed', () => {
    expect(isCpfSoFar('529.982.247-25')).toBe(true);
    expect(isCpfSoFar('12.A')).toBe(false);
    expect(isCpfSoFar('11.222.333/0001')).toBe(false);
    expect(bareTaxId(' 12.abc/')).toBe('12ABC');
  });
});
