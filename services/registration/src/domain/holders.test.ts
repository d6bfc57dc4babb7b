import { MAX_HOLDERS } from '@g2/terms/limits';
import { describe, expect, it } from 'vitest';
import { checkHolder, checkRoom } from './holders.ts';
import { owner, refusal, registration } from './samples.ts';

describe('holders', () => {
  const holder = { holderName: ' Bia ', holderTaxId: '11222333000181', ownershipPercentage: 40 };

  it('are refused with the texts of the specification', () => {
    expect(checkHolder(holder).holderName).toBe('Bia');
    const bad = { holderName: '', holderTaxId: '1', ownershipPercentage: 101 };
    expect(refusal(() => checkHolder(bad)).detail.fields).toEqual({
      holderName: 'Nome é obrigatório',
      holderTaxId: 'CPF/CNPJ deve ter pelo menos 11 caracteres',
      ownershipPercentage: 'Percentual máximo é 100',
    });
  });

  const decimal = 'Use um número inteiro, sem casas decimais; por exemplo: 33, 33 e 34.';
  it.each([
    [0, undefined],
    [100, undefined],
    [-1, 'Percentual mínimo é 0'],
    [-0.5, 'Percentual mínimo é 0'],
    [2.5, decimal],
    [100.5, decimal],
    [101, 'Percentual máximo é 100'],
    [Number.POSITIVE_INFINITY, 'Percentual máximo é 100'],
    [Number.NaN, 'Percentual deve ser um número inteiro de 0 a 100.'],
  ])('share %d: %s', (ownershipPercentage, message) => {
    const check = () => checkHolder({ ...holder, ownershipPercentage });
    if (message === undefined) expect(check().ownershipPercentage).toBe(ownershipPercentage);
    else expect(refusal(check).detail.fields).toEqual({ ownershipPercentage: message });
  });

  it('never share more than 100 %', () => {
    const state = registration({ holdersTotal: 60 });
    expect(() => checkRoom(state, owner, holder, 1)).not.toThrow();
    const full = refusal(() => checkRoom(registration({ holdersTotal: 61 }), owner, holder, 1));
    expect(full.code).toBe('percentage-exceeded');
    expect(full.message).toBe('A soma dos percentuais seria 101%. Máximo permitido: 100%.');
    expect(refusal(() => checkRoom(state, owner, holder, MAX_HOLDERS)).code).toBe('invalid-input');
  });
});
