import { expect, it } from 'vitest';
import { isLonger, isOneLine, lengthOf, lineProblem } from './text.ts';

it.each(['a\0b', 'a\r\nBcc: x', 'a\u2028b', 'a\u2029b', '\u202egnp.zip', 'a\u200bb', 'a\u0085b'])(
  '%j is no line of text',
  (text) => {
    expect(isOneLine(text)).toBe(false);
  },
);

it('takes the letters of every language for a line of text', () => {
  expect(isOneLine('Conceição d’Ávila Jr. 日本 😀')).toBe(true);
});

it('counts the characters of a text, however many units they take', () => {
  expect([lengthOf('ação'), lengthOf('🚀a'), lengthOf('')]).toEqual([4, 2, 0]);
  expect([isLonger('🚀🚀', 2), isLonger('🚀🚀a', 2), isLonger('aaaaa', 2)]).toEqual([false, true, true]);
  expect(lineProblem('🚀'.repeat(200), 200)).toBeUndefined();
  expect(lineProblem('🚀'.repeat(201), 200)).toBe('O texto não pode exceder 200 caracteres');
});
