import { describe, expect, it } from 'vitest';
import { declaredShare, ownHolderLine } from './holders.ts';

const holder = (name: string, percentage: number) => ({ name, taxId: '111.444.777-35', percentage });

describe('the holder named with the registration', () => {
  it.each([
    ['stands alone', [], ['Titular', 'ACME Ltda']],
    [
      'is first of those listed',
      [holder(' ácme  LTDA ', 60), holder('Bia', 40)],
      ['Titular principal', 'ACME Ltda'],
    ],
    [
      'has no share among those listed',
      [holder('Bruno', 33), holder('Carla', 34)],
      ['Titular indicado', 'ACME Ltda (sem participação declarada)'],
    ],
  ])('%s', (_how, holders, line) => {
    expect(ownHolderLine({ holderName: 'ACME Ltda', holders })).toEqual(line);
  });
});

describe('the shares declared', () => {
  it.each([
    [[33, 34, 25], 'Participação declarada: 92% (8% não atribuídos)'],
    [[99], 'Participação declarada: 99% (1% não atribuído)'],
    [[0], 'Participação declarada: 0% (100% não atribuídos)'],
    [[60, 40], 'Participação declarada: 100%'],
  ])('%j are stated as: %s', (shares, text) => {
    expect(declaredShare(shares.map((share) => holder('A', share)))).toBe(text);
  });
});
