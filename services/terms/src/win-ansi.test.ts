import fc from 'fast-check';
import { expect, it } from 'vitest';
import { losesCharacters, toWinAnsi } from './win-ansi.ts';

it.each([
  ['Ação, ÀÉÎÕÜ ç º ª § € “aspas” — travessão…', 'Ação, ÀÉÎÕÜ ç º ª § € “aspas” — travessão…'],
  ['Ac\u0327a\u0303o', 'Ação'],
  ['Dvořák Ő', 'Dvorák O'],
  ['日本語 Ω', '??? ?'],
  ['família 👩‍👩‍👧 ok', 'família ? ok'],
  ['ﬁm', 'fim'],
  ['a\u0000b\nc\td\u200be\u202e', 'a b c de'],
])('%j', (text, expected) => {
  expect(toWinAnsi(text)).toBe(expected);
});

it('says when something is lost', () => {
  expect(losesCharacters('Ação')).toBe(false);
  expect(losesCharacters('Ação 日')).toBe(true);
  expect(losesCharacters('Dvořák')).toBe(true);
});

it('writes any text in characters the fonts have', () => {
  const written = /^[\x20-\x7e\xa1-\xac\xae-\xffƒ–—‘’‚“”„†‡•…€‰‹›ˆ™Œœ˜ŠšŸŽž]*$/u;
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(toWinAnsi(text)).toMatch(written);
    }),
  );
});
