import fc from 'fast-check';
import { expect, it } from 'vitest';
import { charactersOf, unbreakable } from './line-breaks.ts';

it.each([
  ['uma ação só', ['uma ', 'ação ', 'só']],
  ['株式会社です。次', ['株式会社', 'です。', '次']],
  ['ภาษาไทย ดี', ['ภาษา', 'ไทย ', 'ดี']],
])('%s', (text, pieces) => {
  expect(unbreakable(text)).toEqual(pieces);
});

it('nothing is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(unbreakable(text).join('')).toBe(/\S/.test(text) ? text : '');
      expect(charactersOf(text).join('')).toBe(text);
    }),
  );
});
