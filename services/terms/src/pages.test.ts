import { describe, expect, it } from 'vitest';
import { pageBounds } from './pages.ts';

describe('pageBounds', () => {
  it('counts from page 1, ten rows unless said', () => {
    expect(pageBounds(undefined)).toEqual({ limit: 10, offset: 0 });
    expect(pageBounds({ page: 3, limit: 100 })).toEqual({ limit: 100, offset: 200 });
  });

  it.each([
    { page: 1, limit: 101 },
    { page: 1, limit: -1 },
    { page: -1, limit: 10 },
    { page: 2_147_483_647, limit: 10 },
  ])('refuses %o', (page) => {
    expect(() => pageBounds(page)).toThrow(expect.objectContaining({ code: 'invalid-input' }));
  });
});
