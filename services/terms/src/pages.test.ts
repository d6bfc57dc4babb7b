import { describe, expect, it } from 'vitest';
import { pageBounds, walkTo } from './pages.ts';

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

describe('walkTo', () => {
  const rows = Array.from({ length: 65_000 }, (_, i) => i);
  /** What a list of rows gives for that page, walked as it is said. */
  async function shown(offset: number, limit: number, total: number, totalCapped = false) {
    const walk = await walkTo({ limit, offset }, async () => ({ total, totalCapped }));
    const all = rows.slice(0, total);
    const page = (walk.fromEnd ? all.toReversed() : all).slice(walk.offset, walk.offset + walk.limit);
    return { page: walk.fromEnd ? page.toReversed() : page, passed: walk.offset };
  }

  it.each([
    [0, 10, 65_000],
    [990, 10, 65_000],
    [20_000, 20, 65_000],
    [64_990, 20, 65_000],
    [64_995, 10, 65_000],
    [45_001, 7, 65_000],
    [65_000, 10, 65_000],
    [1_000, 20, 1_500],
    [1_490, 20, 1_500],
    [9_990, 10, 10_000],
  ])('gives rows %i and the %i behind of %i, whatever end it begins at', async (offset, limit, total) => {
    const { page, passed } = await shown(offset, limit, total);
    expect(page).toEqual(rows.slice(0, total).slice(offset, offset + limit));
    expect(passed).toBeLessThanOrEqual(20_000);
  });

  it('refuses what is far from both ends, and what is far where no end is known', async () => {
    const refusal = { code: 'invalid-input', message: expect.stringContaining('busca') };
    await expect(shown(32_000, 10, 65_000)).rejects.toMatchObject(refusal);
    await expect(shown(20_010, 10, 10_000, true)).rejects.toMatchObject(refusal);
    expect((await shown(9_990, 10, 10_000, true)).page).toHaveLength(10);
  });

  it('counts nothing for the first pages', async () => {
    const countAll = async (): Promise<never> => {
      throw new Error('counted');
    };
    expect(await walkTo({ limit: 10, offset: 990 }, countAll)).toEqual({
      limit: 10,
      offset: 990,
      fromEnd: false,
    });
  });
});
