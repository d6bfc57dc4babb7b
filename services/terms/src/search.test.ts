import { expect, it } from 'vitest';
import { checkSearch, checkSearchDepth, hasTrigram, likePattern } from './search.ts';

it('trims a search and refuses invalid characters', () => {
  expect(checkSearch('  ana ')).toBe('ana');
  // NFC composes a letter and its accent to one character.
  expect(checkSearch('e\u0301')).toBe('\u00e9');
  expect(checkSearch('a'.repeat(200))).toHaveLength(200);
  for (const [search, message] of [
    ['a\0b', 'O texto contém caracteres inválidos: U+0000 (caractere nulo), na posição 2'],
    ['a\nb', 'O texto contém caracteres inválidos: U+000A (quebra de linha), na posição 2'],
    ['a'.repeat(201), 'O texto não pode exceder 200 caracteres'],
  ] as const) {
    const refusal = { code: 'invalid-input', detail: { message, fields: { search: message } } };
    expect(() => checkSearch(search)).toThrow(expect.objectContaining(refusal));
  }
});

it('allows an offset of at most 200 rows in the results for a very frequent text', () => {
  checkSearchDepth(200);
  const message = 'Resultados demais para ir tão longe: acrescente uma palavra à busca.';
  const refusal = { code: 'invalid-input', detail: { message, fields: { page: message } } };
  expect(() => checkSearchDepth(201)).toThrow(expect.objectContaining(refusal));
});

it.each([
  ['ção', true],
  ['12a', true],
  ['ab', false],
  ['a b', false],
  ['-ab', true],
  ['ab-', true],
  ['---', false],
])('hasTrigram(%j) is %s', (search, has) => expect(hasTrigram(search)).toBe(has));

it('escapes the LIKE wildcards in a text', () => {
  expect(likePattern('50%_\\a')).toBe('%50\\%\\_\\\\a%');
});

it('escapes exactly the characters that are LIKE wildcards after NFKD', () => {
  // The Basic Multilingual Plane without surrogates; later planes have no such character.
  const all = Array.from({ length: 0x10000 }, (_, code) => String.fromCodePoint(code)).filter((one) =>
    one.isWellFormed(),
  );
  const wild = all.filter((one) => /[\\%_]/.test(one.normalize('NFKD')));
  expect(all.filter((one) => likePattern(one) !== `%${one}%`)).toEqual(wild);
  expect(likePattern('50\uff05')).toBe('%50\\\uff05%');
});
