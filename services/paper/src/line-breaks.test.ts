import fc from 'fast-check';
import { expect, it } from 'vitest';
import { charactersOf, unbreakablePieces } from './line-breaks.ts';

it.each([
  ['uma ação só', ['uma ', 'ação ', 'só']],
  ['株式会社です。次', ['株式会社', 'です。', '次']],
  ['ภาษาไทย ดี', ['ภาษา', 'ไทย ', 'ดี']],
  ['veja g2.example.com/verificar/G2-2026 já', ['veja ', 'g2.example.com/', 'verificar/', 'G2-2026 ', 'já']],
  ['https://g2.example.com/log/', ['https://g2.example.com/', 'log/']],
  ['12.ABC.345/01DE-35 e/ou', ['12.ABC.345/01DE-35 ', 'e/ou']],
])('splits into unbreakable pieces: %s', (text, pieces) => {
  expect(unbreakablePieces(text)).toEqual(pieces);
});

it('keeps every character of a text when splitting it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(unbreakablePieces(text).join('')).toBe(/\S/.test(text) ? text : '');
      expect(charactersOf(text).join('')).toBe(text);
    }),
  );
});
