import { expect, it } from 'vitest';
import { checkSearch } from './search.ts';

it('trims a search and refuses what no text holds', () => {
  expect(checkSearch('  ana ')).toBe('ana');
  for (const search of ['a\0b', 'a\nb', '\u202ea']) {
    expect(() => checkSearch(search)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  }
});
