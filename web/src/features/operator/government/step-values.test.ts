import { NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import { expect, it } from 'vitest';
import { centsOf, dataFrom, merged, readable, valuesOf } from './step-values.ts';

const complete = {
  ...NO_GOVERNMENT_DATA,
  protocol: 'BR 51',
  gruCents: 18_500,
  certificateAlgorithm: 'SHA-512' as const,
  languages: ['Go'],
};

it.each([
  ['', null],
  ['185', 18_500],
  ['R$ 1.185,50', 118_550],
  ['-1', undefined],
  ['muito', undefined],
])('parses the amount %s as %s', (typed, cents) => expect(centsOf(typed)).toBe(cents));

it('data converted to form values and back are unchanged', () => {
  const { gruCents, ...rest } = dataFrom(valuesOf(complete));
  expect({ gruCents, ...rest }).toMatchObject({ protocol: 'BR 51', gruCents: 18_500, languages: ['Go'] });
  expect(valuesOf(complete).gruReais).toBe('185,00');
});

it('[step-merge] merging takes what only the other person changed, and lists the conflicts', () => {
  const base = valuesOf(complete);
  const mine = { ...base, protocol: 'BR 52', remark: 'meu' };
  const theirs = { ...base, protocol: 'BR 53', dueOn: '2026-12-01', languages: ['Go', 'C'] };
  expect(merged(base, mine, theirs)).toEqual({
    values: { ...base, protocol: 'BR 52', remark: 'meu', dueOn: '2026-12-01', languages: ['Go', 'C'] },
    clashes: ['protocol'],
  });
});

it('merging reports no conflict when both entered the same value', () => {
  const base = valuesOf(complete);
  const same = { ...base, protocol: 'BR 52' };
  expect(merged(base, same, same).clashes).toEqual([]);
});

it.each([
  ['filedOn', '2026-11-24', '24/11/2026'],
  ['gruCents', '18500', 'R$ 185,00'],
  ['remark', 'texto', 'texto'],
])('formats %s with the value %s as %s', (field, value, text) => expect(readable(field, value)).toBe(text));
