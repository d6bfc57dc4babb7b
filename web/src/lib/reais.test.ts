import { describe, expect, it } from 'vitest';
import { parseHundredths, reaisOf } from './reais.ts';

describe('typed reais as hundredths of a credit', () => {
  it.each([
    ['10', 1_000],
    ['10,5', 1_050],
    ['10,50', 1_050],
    ['2.50', 250],
    ['-2,50', -250],
    ['−2,50', -250],
    ['+0,01', 1],
    ['R$ 1.234,56', 123_456],
    ['1.000', 100_000],
    ['0', 0],
    ['-0', 0],
  ])('parses the typed amount %s', (typed, hundredths) => {
    expect(parseHundredths(typed)).toBe(hundredths);
  });

  it.each(['', '-', ',5', '10,', '10,555', '1,2,3', '10.00.00', 'dez', '1e3', 'Infinity'])(
    'rejects the typed amount “%s”',
    (typed) => {
      expect(parseHundredths(typed)).toBeUndefined();
    },
  );
});

it('parseHundredths turns the result of reaisOf back into the same number', () => {
  expect(reaisOf('1050')).toBe('10,50');
  expect(reaisOf('-250')).toBe('-2,50');
  expect(reaisOf('349900')).toBe('3.499,00');
  for (const noAmount of ['', ' ', '0', 'muito', '1.5']) expect(reaisOf(noAmount)).toBe('');
  for (const delta of ['1', '-1', '10000', '-999']) {
    expect(parseHundredths(reaisOf(delta))).toBe(Number(delta));
  }
});
