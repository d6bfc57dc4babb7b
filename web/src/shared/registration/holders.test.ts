import { describe, expect, it } from 'vitest';
import {
  availableShare,
  holdersQuestion,
  holderWithTaxId,
  isSameName,
  repeatedTaxIds,
  totalShare,
} from './holders.ts';

const holder = (holderName: string, ownershipPercentage: number, holderTaxId = '') => ({
  holderName,
  holderTaxId,
  ownershipPercentage,
});

describe('ownership shares', () => {
  it('totalShare sums the shares of the holders; availableShare is never negative', () => {
    expect(totalShare([])).toBe(0);
    expect(totalShare([holder('A', 60), holder('B', 25)])).toBe(85);
    expect([85, 100, 120].map(availableShare)).toEqual([15, 0, 0]);
  });
});

describe('isSameName', () => {
  it.each([
    ['Ana Conceição', 'ana  CONCEICAO ', true],
    ['ACME Ltda', 'ACME Ltda.', false],
    ['Ana', 'Ana Maria', false],
    ['', ' ', true],
  ])('for %j and %j, returns %s', (name, otherName, isSame) =>
    expect(isSameName(name, otherName)).toBe(isSame),
  );
});

describe('the CPF or CNPJ of a holder', () => {
  const holders = [
    holder('Bruno', 33, '111.444.777-35'),
    holder('Carla', 33, '12.ABC.345/01DE-35'),
    holder('Heitor', 33, '11144477735'),
  ];
  it('holderWithTaxId finds a holder by a complete CPF or CNPJ, with or without punctuation', () => {
    expect(holderWithTaxId('11144477735', holders)?.holderName).toBe('Bruno');
    expect(holderWithTaxId('12abc34501de35', holders)?.holderName).toBe('Carla');
    expect(holderWithTaxId('1114447773', holders)).toBeUndefined();
    expect(holderWithTaxId('', [holder('Sem', 1)])).toBeUndefined();
  });
  it('repeatedTaxIds returns a CPF or CNPJ that several holders have, with their names', () => {
    expect(repeatedTaxIds(holders)).toEqual([{ taxId: '111.444.777-35', names: ['Bruno', 'Heitor'] }]);
    expect(repeatedTaxIds(holders.slice(0, 2))).toEqual([]);
  });
});

describe('holdersQuestion', () => {
  const acme = { holderName: 'ACME Ltda' };
  it.each([
    ['no holder is listed', []],
    ['the holder of step 1 has 100 %', [holder('acme LTDA', 100)]],
    ['100 % is assigned, partly to the holder of step 1', [holder('Bruno', 60), holder('ACME Ltda', 40)]],
    ['the sum exceeds 100 %, which the form does not accept', [holder('ACME Ltda', 60), holder('B', 60)]],
  ])('returns null if %s', (_condition, holders) => expect(holdersQuestion(acme, holders)).toBeNull());

  it.each([
    [92, 'Faltam 8%: o certificado mostrará “Participação declarada: 92% (8% não atribuídos)”.'],
    [99, 'Falta 1%: o certificado mostrará “Participação declarada: 99% (1% não atribuído)”.'],
    [1, 'Faltam 99%: o certificado mostrará “Participação declarada: 1% (99% não atribuídos)”.'],
    [0, 'Faltam 100%: o certificado mostrará “Participação declarada: 0% (100% não atribuídos)”.'],
  ])('states the missing share at %d %%', (share, text) => {
    expect(holdersQuestion(acme, [holder('ACME Ltda', share)])?.reasons).toEqual([text]);
  });

  it('states that the holder of step 1 is not listed, with and without a missing share', () => {
    const unlistedHolderReason =
      'ACME Ltda, titular informado no passo 1, não está na lista: o certificado mostrará “ACME Ltda (sem ' +
      'participação declarada)”.';
    expect(holdersQuestion(acme, [holder('Bruno', 100)])?.reasons).toEqual([unlistedHolderReason]);
    const three = [holder('Bruno', 33), holder('Carla', 34), holder('Heitor', 25)];
    expect(holdersQuestion(acme, three)?.reasons).toEqual([
      'Faltam 8%: o certificado mostrará “Participação declarada: 92% (8% não atribuídos)”.',
      unlistedHolderReason,
    ]);
  });
});
