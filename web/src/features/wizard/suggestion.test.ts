import { describe, expect, it } from 'vitest';
import { EMPTY_HOLDER } from './draft.ts';
import { isUntouched, ownHolder, suggestedHolder, taxIdBeside } from './suggestion.ts';

const ana = { holderName: 'Ana Lima', applicantName: 'ANA LIMA', applicantTaxId: '111.444.777-35' };
const acme = { ...ana, holderName: 'ACME Ltda' };
const own = ownHolder(ana);

describe('the suggested holder', () => {
  it('is the main holder, with the applicant’s CPF only if both have the same name', () => {
    expect(own).toEqual({ holderName: 'Ana Lima', holderTaxId: '111.444.777-35', ownershipPercentage: '' });
    expect(ownHolder(acme)).toEqual({ ...EMPTY_HOLDER, holderName: 'ACME Ltda' });
  });
  it('is empty once the main holder is listed', () => {
    expect(suggestedHolder(ana, [{ holderName: 'Bia' }])).toEqual(own);
    expect(suggestedHolder(ana, [{ holderName: 'Bia' }, { holderName: 'ana lima' }])).toEqual(EMPTY_HOLDER);
  });
  it('counts as untouched until one of its values is changed', () => {
    expect(isUntouched(own, own)).toBe(true);
    expect(isUntouched({ ...EMPTY_HOLDER, ownershipPercentage: '5' }, own)).toBe(true);
    for (const change of [{ holderName: 'Bia' }, { holderTaxId: '' }, { ownershipPercentage: '5' }])
      expect(isUntouched({ ...own, ...change }, own)).toBe(false);
  });
});

describe('the suggested CPF beside a typed name', () => {
  const cpf = own.holderTaxId;
  it.each([
    ['goes when somebody else is typed', 'Ana Lim', cpf, ''],
    ['comes back with the name', 'ana lima', '', cpf],
    ['stays when it was typed', 'Bia', '222', '222'],
    ['stays away from others', 'Bia', '', ''],
  ])('%s', (_what, name, taxId, then) => expect(taxIdBeside(name, taxId, own)).toBe(then));
  it('does not replace a typed one when none was suggested', () => {
    expect(taxIdBeside('Bia', cpf, ownHolder(acme))).toBe(cpf);
  });
});
