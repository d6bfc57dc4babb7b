import { describe, expect, it } from 'vitest';
import { EMPTY_HOLDER } from './draft.ts';
import { isUntouched, ownHolder, suggestedHolder, taxIdBeside } from './suggestion.ts';

const ana = { holderName: 'Ana Lima', applicantName: 'ANA LIMA', applicantTaxId: '111.444.777-35' };
const acme = { ...ana, holderName: 'ACME Ltda' };
const own = ownHolder(ana);

describe('the suggested holder', () => {
  it('suggests the main holder, with the applicant’s CPF only if both have the same name', () => {
    expect(own).toEqual({ holderName: 'Ana Lima', holderTaxId: '111.444.777-35', ownershipPercentage: '' });
    expect(ownHolder(acme)).toEqual({ ...EMPTY_HOLDER, holderName: 'ACME Ltda' });
  });
  it('suggests nobody once the main holder is listed', () => {
    expect(suggestedHolder(ana, [{ holderName: 'Bia' }])).toEqual(own);
    expect(suggestedHolder(ana, [{ holderName: 'Bia' }, { holderName: 'ana lima' }])).toEqual(EMPTY_HOLDER);
  });
  it('a suggested holder counts as untouched until one of its values is changed', () => {
    expect(isUntouched(own, own)).toBe(true);
    expect(isUntouched({ ...EMPTY_HOLDER, ownershipPercentage: '5' }, own)).toBe(true);
    for (const change of [{ holderName: 'Bia' }, { holderTaxId: '' }, { ownershipPercentage: '5' }])
      expect(isUntouched({ ...own, ...change }, own)).toBe(false);
  });
});

describe('the suggested CPF beside a typed name', () => {
  const cpf = own.holderTaxId;
  it.each([
    ['removes the suggested CPF when another name is typed', 'Ana Lim', cpf, ''],
    ['restores the suggested CPF when the suggested name is typed again', 'ana lima', '', cpf],
    ['keeps a typed CPF beside another name', 'Bia', '222', '222'],
    ['suggests no CPF for another name', 'Bia', '', ''],
  ])('%s', (_what, name, taxId, then) => expect(taxIdBeside(name, taxId, own)).toBe(then));
  it('keeps a typed CPF when none was suggested', () => {
    expect(taxIdBeside('Bia', cpf, ownHolder(acme))).toBe(cpf);
  });
});
