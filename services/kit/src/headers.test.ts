import { expect, it } from 'vitest';
import { matchesEtag, parseByteCount, parseSha256 } from './headers.ts';

const HASH = 'ab'.repeat(32);

it('accepts only a whole number as byte count', () => {
  expect(parseByteCount('Upload-Offset', '524288000')).toBe(524_288_000);
  for (const bad of [undefined, '', '-1', '1.5', '1e3', ' 1', '1'.repeat(16), ['1', '2']])
    expect(() => parseByteCount('Upload-Offset', bad)).toThrow(
      'O cabeçalho Upload-Offset deve ser um número de bytes.',
    );
});

it('accepts a SHA-256 in upper or lower case or an absent one, and refuses other text', () => {
  expect(parseSha256(` ${HASH.toUpperCase()} `)).toBe(HASH);
  expect(parseSha256(undefined)).toBeUndefined();
  expect(parseSha256('')).toBeUndefined();
  for (const bad of ['x', HASH.slice(1), `${HASH}0`, [HASH, HASH]])
    expect(() => parseSha256(bad)).toThrow('O SHA-256 informado não é um SHA-256.');
});

it('finds an ETag in If-None-Match, weak or not, alone or in a list', () => {
  for (const etag of ['"a"', 'W/"a"']) {
    for (const header of ['"a"', 'W/"a"', ' "b" , W/"a"', '*']) expect(matchesEtag(header, etag)).toBe(true);
    for (const header of [undefined, '', 'a', '"A"', '"b", "ab"'])
      expect(matchesEtag(header, etag)).toBe(false);
  }
});
