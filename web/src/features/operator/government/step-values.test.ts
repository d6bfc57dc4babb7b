import { NO_GOVERNMENT_DATA } from '@g2/gateway/contract/government';
import { expect, it } from 'vitest';
import { formatFieldValue, mergeChanges, parseCents, toFormValues, toRequestData } from './step-values.ts';

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
])('parses the amount %s as %s', (amountText, cents) => expect(parseCents(amountText)).toBe(cents));

it('converting data to form values and back does not change them', () => {
  const { gruCents, ...rest } = toRequestData(toFormValues(complete));
  expect({ gruCents, ...rest }).toMatchObject({ protocol: 'BR 51', gruCents: 18_500, languages: ['Go'] });
  expect(toFormValues(complete).gruReais).toBe('185,00');
});

it('[step-merge] merging takes fields that only the other person changed, and lists conflicts', () => {
  const savedValues = toFormValues(complete);
  const ownValues = { ...savedValues, protocol: 'BR 52', remark: 'meu' };
  const otherValues = { ...savedValues, protocol: 'BR 53', dueOn: '2026-12-01', languages: ['Go', 'C'] };
  expect(mergeChanges(savedValues, ownValues, otherValues)).toEqual({
    values: { ...savedValues, protocol: 'BR 52', remark: 'meu', dueOn: '2026-12-01', languages: ['Go', 'C'] },
    conflicts: ['protocol'],
  });
});

it('merging reports no conflict if both people entered the same value', () => {
  const savedValues = toFormValues(complete);
  const changed = { ...savedValues, protocol: 'BR 52' };
  expect(mergeChanges(savedValues, changed, changed).conflicts).toEqual([]);
});

it.each([
  ['filedOn', '2026-11-24', '24/11/2026'],
  ['gruCents', '18500', 'R$ 185,00'],
  ['remark', 'texto', 'texto'],
])('formats %s with the value %s as %s', (field, value, text) => {
  expect(formatFieldValue(field, value)).toBe(text);
});
