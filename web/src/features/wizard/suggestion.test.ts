import { describe, expect, it } from 'vitest';
import { EMPTY_HOLDER } from './draft.ts';
import { hasTypedHolder, mainHolder, suggestedHolder, taxIdForName } from './suggestion.ts';

const anaIsHolder = { holderName: 'Ana Lima', applicantName: 'ANA LIMA', applicantTaxId: '111.444.777-35' };
const acmeIsHolder = { ...anaIsHolder, holderName: 'ACME Ltda' };
const anaAsHolder = mainHolder(anaIsHolder);

describe('the suggested holder', () => {
  it('suggests the main holder, with the applicant’s CPF only if both have the same name', () => {
    expect(anaAsHolder).toEqual({
      holderName: 'Ana Lima',
      holderTaxId: '111.444.777-35',
      ownershipPercentage: '',
    });
    expect(mainHolder(acmeIsHolder)).toEqual({ ...EMPTY_HOLDER, holderName: 'ACME Ltda' });
  });
  it('suggests no holder once the main holder is listed', () => {
    expect(suggestedHolder(anaIsHolder, [{ holderName: 'Bia' }])).toEqual(anaAsHolder);
    const holders = [{ holderName: 'Bia' }, { holderName: 'ana lima' }];
    expect(suggestedHolder(anaIsHolder, holders)).toEqual(EMPTY_HOLDER);
  });
  it('counts a holder as typed only when a suggested value was changed', () => {
    expect(hasTypedHolder(anaAsHolder, anaAsHolder)).toBe(false);
    expect(hasTypedHolder({ ...EMPTY_HOLDER, ownershipPercentage: '5' }, anaAsHolder)).toBe(false);
    for (const change of [{ holderName: 'Bia' }, { holderTaxId: '' }, { ownershipPercentage: '5' }])
      expect(hasTypedHolder({ ...anaAsHolder, ...change }, anaAsHolder)).toBe(true);
  });
});

describe('the suggested CPF beside a typed name', () => {
  const suggestedCpf = anaAsHolder.holderTaxId;
  it.each([
    ['removes the suggested CPF when another name is typed', 'Ana Lim', suggestedCpf, ''],
    ['restores the suggested CPF when the suggested name is typed again', 'ana lima', '', suggestedCpf],
    ['keeps a typed CPF beside another name', 'Bia', '222', '222'],
    ['suggests no CPF for another name', 'Bia', '', ''],
  ])('%s', (_what, name, taxId, expected) => expect(taxIdForName(name, taxId, anaAsHolder)).toBe(expected));
  it('keeps a typed CPF when none was suggested', () => {
    expect(taxIdForName('Bia', suggestedCpf, mainHolder(acmeIsHolder))).toBe(suggestedCpf);
  });
});
