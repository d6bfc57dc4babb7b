import { MAX_HOLDERS } from '@g2/terms/limits';
import { describe, expect, it } from 'vitest';
import { checkHolder, checkNewHolder, editHolder, type Holder, holderNotFound } from './holders.ts';
import { before as earlier, owner, refusal, registration } from './test-samples.ts';

describe('holders', () => {
  const holder = { holderName: ' Bia ', holderTaxId: '11222333000181', ownershipPercentage: 40 };

  it('refuses invalid holders with the texts of the specification', () => {
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
  ])('validates the share %d with the error: %s', (ownershipPercentage, message) => {
    const check = () => checkHolder({ ...holder, ownershipPercentage });
    if (message === undefined) expect(check().ownershipPercentage).toBe(ownershipPercentage);
    else expect(refusal(check).detail.fields).toEqual({ ownershipPercentage: message });
  });

  it('refuses a new holder if the shares would exceed 100 % in total', () => {
    const state = registration({ holdersTotal: 60 });
    expect(() => checkNewHolder(state, owner, holder, 1)).not.toThrow();
    const full = refusal(() => checkNewHolder(registration({ holdersTotal: 61 }), owner, holder, 1));
    expect(full.code).toBe('percentage-exceeded');
    expect(full.message).toBe('A soma dos percentuais seria 101%. Máximo permitido: 100%.');
    expect(refusal(() => checkNewHolder(state, owner, holder, MAX_HOLDERS)).code).toBe('invalid-input');
  });
});

describe('editing a holder', () => {
  const bia: Holder = {
    id: 'h1',
    registrationId: 'r1',
    holderName: 'Bia',
    holderTaxId: '11222333000181',
    ownershipPercentage: 40,
    createdAt: earlier,
  };
  const state = registration({ holdersTotal: 90 });

  it.each([
    [{ holderName: ' Bia Sá ' }, { holderName: 'Bia Sá' }],
    [{ holderTaxId: '11144477735' }, { holderTaxId: '111.444.777-35' }],
    [{ ownershipPercentage: 50 }, { ownershipPercentage: 50 }],
    [{ ownershipPercentage: 0 }, { ownershipPercentage: 0 }],
  ])('with the patch %o keeps omitted fields', (patch, change) => {
    expect(editHolder(state, owner, bia, patch)).toEqual({ ...bia, ...change });
  });

  it('returns the same holder if nothing changes', () => {
    expect(editHolder(state, owner, bia, { holderName: 'Bia' })).toBe(bia);
    expect(editHolder(registration({ holdersTotal: 101 }), owner, bia, {})).toBe(bia);
  });

  it('counts only the new share of the edited holder in the total', () => {
    const over = refusal(() => editHolder(state, owner, bia, { ownershipPercentage: 51 }));
    const message = 'A soma dos percentuais seria 101%. Máximo permitido: 100%.';
    expect(over).toMatchObject({
      code: 'percentage-exceeded',
      message,
      detail: { fields: { ownershipPercentage: message } },
    });
  });

  it('refuses a missing holder, an invalid value, and a registration that is not editable', () => {
    expect(refusal(() => editHolder(state, owner, null, {}))).toMatchObject({
      code: 'not-found',
      message: holderNotFound().message,
    });
    expect(holderNotFound().message).toBe('Titular não encontrado');
    expect(refusal(() => editHolder(state, owner, bia, { holderName: ' ' })).detail.fields).toEqual({
      holderName: 'Nome é obrigatório',
    });
    const paid = registration({ status: 'paid', paymentPaidAt: earlier });
    expect(refusal(() => editHolder(paid, owner, bia, {})).code).toBe('not-editable');
  });
});

it('states the limit when a registration already has the maximum number of holders', () => {
  const one = { holderName: 'Bia', holderTaxId: '11222333000181', ownershipPercentage: 0 };
  const state = registration({ holdersTotal: 0 });
  expect(() => checkNewHolder(state, owner, one, MAX_HOLDERS - 1)).not.toThrow();
  expect(refusal(() => checkNewHolder(state, owner, one, MAX_HOLDERS)).message).toBe(
    `Um registro pode ter no máximo ${MAX_HOLDERS} titulares.`,
  );
});
