import { expect, it } from 'vitest';
import { parsePage } from './list-params.ts';

it.each([
  ['3', 3],
  ['1', 1],
  [null, 1],
  ['', 1],
  ['0', 1],
  ['-2', 1],
  ['2.5', 1],
  ['abc', 1],
  ['1e99', 1],
])('reads page %j as %i', (text, page) => {
  expect(parsePage(text)).toBe(page);
});
