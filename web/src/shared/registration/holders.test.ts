import { describe, expect, it } from 'vitest';
import {
  availableShare,
  holdersQuestion,
  holderWithTaxId,
  repeatedTaxIds,
  sameName,
  totalShare,
} from './holders.ts';

const holder = (holderName: string, ownershipPercentage: number, holderTaxId = '') => ({
  holderName,
  holderTaxId,
  ownershipPercentage,
});

describe('ownership shares', () => {
  it('sums up the shares of holders, and never returns a negative rest', () => {
    expect(totalShare([])).toBe(0);
    expect(totalShare([holder('A', 60), holder('B', 25)])).toBe(85);
    expect([85, 100, 120].map(availableShare)).toEqual([15, 0, 0]);
  });
});

describe('sameName', () => {
  it.each([
    ['Ana Conceição', 'ana  CONCEICAO ', true],
    ['ACME Ltda', 'ACME Ltda.', false],
    ['Ana', 'Ana Maria', false],
    ['', ' ', true],
  ])('compares %j and %j as equal: %s', (one, other, same) => expect(sameName(one, other)).toBe(same));
});

describe('a CPF or CNPJ', () => {
  const listed = [
    holder('Bruno', 33, '111.444.777-35'),
    holder('Carla', 33, '12.ABC.345/01DE-35'),
    holder('Heitor', 33, '11144477735'),
  ];
  it('finds a holder by a complete CPF or CNPJ with any punctuation', () => {
    expect(holderWithTaxId('11144477735', listed)?.holderName).toBe('Bruno');
    expect(holderWithTaxId('12abc34501de35', listed)?.holderName).toBe('Carla');
    expect(holderWithTaxId('1114447773', listed)).toBeUndefined();
    expect(holderWithTaxId('', [holder('Sem', 1)])).toBeUndefined();
  });
  it('reports a CPF or CNPJ of several holders with the names of all of them', () => {
    expect(repeatedTaxIds(listed)).toEqual([{ taxId: '111.444.777-35', names: ['Bruno', 'Heitor'] }]);
    expect(repeatedTaxIds(listed.slice(0, 2))).toEqual([]);
  });
});

describe('the confirmation question about the holders', () => {
  const acme = { holderName: 'ACME Ltda' };
  it.each([
    ['there is none', []],
    ['the holder of step 1 has 100 %', [holder('acme LTDA', 100)]],
    ['100 % is distributed, also to the holder of step 1', [holder('Bruno', 60), holder('ACME Ltda', 40)]],
    ['the sum exceeds 100 %, which the screen refuses', [holder('ACME Ltda', 60), holder('B', 60)]],
  ])('asks nothing when %s', (_when, holders) => expect(holdersQuestion(acme, holders)).toBeNull());

  it.each([
    [92, 'Faltam 8%: o certificado mostrará “Participação declarada: 92% (8% não atribuídos)”.'],
    [99, 'Falta 1%: o certificado mostrará “Participação declarada: 99% (1% não atribuído)”.'],
    [1, 'Faltam 99%: o certificado mostrará “Participação declarada: 1% (99% não atribuídos)”.'],
    [0, 'Faltam 100%: o certificado mostrará “Participação declarada: 0% (100% não atribuídos)”.'],
  ])('states the missing share at %d %%', (share, text) => {
    expect(holdersQuestion(acme, [holder('ACME Ltda', share)])?.reasons).toEqual([text]);
  });

  it('states that the holder of step 1 is not listed, alone and together with a missing share', () => {
    const absent =
      'ACME Ltda, titular informado no passo 1, não está na lista: o certificado mostrará “ACME Ltda (sem ' +
      'participação declarada)”.';
    expect(holdersQuestion(acme, [holder('Bruno', 100)])?.reasons).toEqual([absent]);
    const three = [holder('Bruno', 33), holder('Carla', 34), holder('Heitor', 25)];
    expect(holdersQuestion(acme, three)?.reasons).toEqual([
      'Faltam 8%: o certificado mostrará “Participação declarada: 92% (8% não atribuídos)”.',
      absent,
    ]);
  });
});
