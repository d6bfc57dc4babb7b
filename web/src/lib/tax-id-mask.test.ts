import { maskitoTransform } from '@maskito/core';
import { describe, expect, it } from 'vitest';
import { TAX_ID_MASK } from './tax-id-mask.ts';

const mask = (value: string): string => maskitoTransform(value, TAX_ID_MASK);

describe('the tax id mask', () => {
  it('writes a CPF up to eleven digits', () => {
    expect(mask('52998224725')).toBe('529.982.247-25');
    expect(mask('5299')).toBe('529.9');
  });
  it('writes a CNPJ from the twelfth character on', () => {
    expect(mask('11222333000181')).toBe('11.222.333/0001-81');
    expect(mask('112223330001')).toBe('11.222.333/0001');
  });
  it('writes an alphanumeric CNPJ from its first letter on', () => {
    expect(mask('12ABC34501DE35')).toBe('12.ABC.345/01DE-35');
    expect(mask('12A')).toBe('12.A');
  });
  it('drops what is too long', () => {
    expect(mask('112223330001819999')).toBe('11.222.333/0001-81');
  });
});
