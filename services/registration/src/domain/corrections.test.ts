import { describe, expect, it } from 'vitest';
import { changesSince, correctionsAskedAtAfter, type HolderChange } from './corrections.ts';
import type { HolderInput } from './holders.ts';
import { before, details, now, registration } from './test-samples.ts';

const held = (
  holderName: string,
  ownershipPercentage: number,
  holderTaxId = '529.982.247-25',
): HolderInput => ({
  holderName,
  holderTaxId,
  ownershipPercentage,
});
const ana = held('Ana Souza', 60);
const rui = held('Rui Sá', 40, '111.444.777-35');
const firm = held('Estúdio X', 40, '11.222.333/0001-81');

describe('changes since a request for corrections', () => {
  it('returns nothing if nothing changed', () => {
    const then = { details, holders: [ana, rui] };
    expect(changesSince(then, { ...details }, [{ ...rui }, { ...ana }])).toEqual({
      details: [],
      holders: [],
    });
  });

  it('returns each changed detail in order, including optional ones', () => {
    const then = { details: { ...details, notes: null }, holders: [] };
    const after = { ...details, title: 'Programa 2', jurisdiction: 'brasil', notes: 'Veja o LEIA-ME' };
    expect(changesSince(then, after, []).details).toEqual([
      { field: 'title', before: 'Programa', after: 'Programa 2' },
      { field: 'jurisdiction', before: 'global', after: 'brasil' },
      { field: 'notes', before: null, after: 'Veja o LEIA-ME' },
    ]);
  });

  it.each<[string, HolderInput[], HolderInput[], HolderChange[]]>([
    ['joined', [ana], [ana, rui], [{ before: null, after: rui }]],
    ['left', [ana, rui], [ana], [{ before: rui, after: null }]],
    [
      'another share of the holder with the same tax id, ignoring punctuation',
      [ana, rui],
      [rui, held('Ana S.', 50, '52998224725')],
      [{ before: ana, after: held('Ana S.', 50, '52998224725') }],
    ],
    [
      'another tax id of the holder with the same name, ignoring accents',
      [rui],
      [held('RUI SA', 40, '529.982.247-25')],
      [{ before: rui, after: held('RUI SA', 40, '529.982.247-25') }],
    ],
    [
      'another in their place',
      [ana, rui],
      [ana, firm],
      [
        { before: rui, after: null },
        { before: null, after: firm },
      ],
    ],
    ['one of two alike left', [ana, { ...ana }], [ana], [{ before: { ...ana }, after: null }]],
    [
      'names and tax ids crossed over: the tax id says who is who',
      [ana, rui],
      [held('Rui Sá', 60), held('Ana Souza', 40, '111.444.777-35')],
      [
        { before: ana, after: held('Rui Sá', 60) },
        { before: rui, after: held('Ana Souza', 40, '111.444.777-35') },
      ],
    ],
  ])('returns changes of holders: %s', (_what, then, after, changes) => {
    expect(changesSince({ details, holders: then }, details, after).holders).toEqual(changes);
  });
});

describe('time of the request for corrections', () => {
  const paid = { paymentPaidAt: before };
  it.each([
    ['asked for', { ...paid, status: 'reviewing', correctionsAskedAt: null }, 'submitted', now],
    ['asked for again', { ...paid, status: 'reviewing', correctionsAskedAt: before }, 'submitted', now],
    ['sent again', { ...paid, status: 'submitted', correctionsAskedAt: before }, 'paid', before],
    ['reviewed', { ...paid, status: 'paid', correctionsAskedAt: before }, 'reviewing', before],
    ['decided', { ...paid, status: 'reviewing', correctionsAskedAt: before }, 'government_processing', null],
    ['never asked', { status: 'submitted', correctionsAskedAt: null }, 'paid', null],
  ] as const)('is set, kept or cleared by a status change: %s', (_what, over, to, since) => {
    expect(correctionsAskedAtAfter(registration(over), to, now)).toEqual(since);
  });
});
