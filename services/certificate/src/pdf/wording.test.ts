import { expect, it } from 'vitest';
import { formatMoment, formatSize, jurisdictionName, shorten } from './wording.ts';

it('formats times in São Paulo and a missing time as a dash', () => {
  expect(formatMoment('2026-11-21T02:05:00.000Z')).toBe('20/11/2026 23:05');
  expect(formatMoment('2026-01-01T03:00:00.000Z')).toBe('01/01/2026 00:00');
  expect(formatMoment(null)).toBe('—');
});

it.each([
  [0, '0 Bytes'],
  [1023, '1.023 Bytes'],
  [1536, '1,5 KB (1.536 bytes)'],
  [524_288_000, '500 MB (524.288.000 bytes)'],
])('formats %i bytes', (bytes, expected) => {
  expect(formatSize(bytes)).toBe(expected);
});

it('[certificate-jurisdictions] names the seven jurisdictions', () => {
  const values = ['global', 'brasil', 'mercosul', 'usa', 'estados_unidos', 'europa', 'uniao_europeia'];
  for (const value of values) expect(jurisdictionName(value)).toMatch(/^[A-ZU]/);
});

it('shortens a text at the end of a word', () => {
  expect(shorten('  um   texto\ncurto ', 20)).toBe('um texto curto');
  expect(shorten('palavra outra, terceira', 16)).toBe('palavra outra…');
  expect(shorten('x'.repeat(30), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(Array.from(shorten('👩 '.repeat(300), 50)).length).toBeLessThanOrEqual(50);
});
