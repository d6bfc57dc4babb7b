import { describe, expect, it } from 'vitest';
import { knownSort, nextSort, parsePage } from './list-params.ts';

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
])('parses the page number %j as %i', (text, page) => {
  expect(parsePage(text)).toBe(page);
});

describe('the sort order of a list', () => {
  it.each([
    ['title', 'title'],
    ['-title', '-title'],
    ['', ''],
    ['--title', ''],
    ['password', ''],
  ])('knownSort returns for %j in the URL the sort order %j', (text, sort) => {
    expect(knownSort(text, ['title', 'status'])).toBe(sort);
  });

  it('nextSort returns another column’s first direction, or the same column’s opposite direction', () => {
    expect(nextSort('-createdAt', 'title')).toBe('title');
    expect(nextSort('title', 'title')).toBe('-title');
    expect(nextSort('-title', 'title')).toBe('title');
    expect(nextSort('title', 'createdAt', true)).toBe('-createdAt');
  });
});
