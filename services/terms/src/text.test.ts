import { expect, it } from 'vitest';
import { isOneLine } from './text.ts';

it.each(['a\0b', 'a\r\nBcc: x', 'a\u2028b', 'a\u2029b', '\u202egnp.zip', 'a\u200bb', 'a\u0085b'])(
  '%j is no line of text',
  (text) => {
    expect(isOneLine(text)).toBe(false);
  },
);

it('takes the letters of every language for a line of text', () => {
  expect(isOneLine('Conceição d’Ávila Jr. 日本 😀')).toBe(true);
});
