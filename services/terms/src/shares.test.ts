import { expect, it } from 'vitest';
import { coerceShare, ownershipExceededMessage, SHARE_PROBLEMS, shareProblem } from './shares.ts';

const { missing, negative, tooMuch, decimal, other } = SHARE_PROBLEMS;

it.each([
  [undefined, missing],
  [null, missing],
  [' ', missing],
  [0, undefined],
  [100, undefined],
  ['33', undefined],
  [101, tooMuch],
  ['101', tooMuch],
  [Number.POSITIVE_INFINITY, tooMuch],
  [-1, negative],
  ['-1', negative],
  ['-10,55', negative],
  [33.3, decimal],
  ['33,', decimal],
  ['33.33', decimal],
  [',33', decimal],
  [Number.NaN, other],
  [true, other],
  ['1e2', other],
  ['a-1', other],
  ['-1a', other],
  ['-a1', other],
  ['a33,5', other],
  ['33,5a', other],
  [',', other],
])('judges the share %j as: %s', (share, problem) => expect(shareProblem(share)).toBe(problem));

it('converts plain digits to a number, and keeps anything else', () => {
  expect(['33', '3a', 'a3', '-3', 3, null].map(coerceShare)).toEqual([33, '3a', 'a3', '-3', 3, null]);
});

it('states the sum of shares that is too high', () => {
  expect(ownershipExceededMessage(120)).toBe('A soma dos percentuais seria 120%. Máximo permitido: 100%.');
});
