import { describe, expect, it } from 'vitest';
import { checkSort, MAX_PAGE, pageBounds, planPageRead } from './pages.ts';

describe('pageBounds', () => {
  it('counts pages from 1, with ten rows by default', () => {
    expect(pageBounds(undefined)).toEqual({ limit: 10, offset: 0 });
    expect(pageBounds({ page: 3, limit: 100 })).toEqual({ limit: 100, offset: 200 });
  });

  it('accepts the first and the last page, pages of one row and another default size', () => {
    expect(pageBounds({ page: 0, limit: 0 }, 12)).toEqual({ limit: 12, offset: 0 });
    expect(pageBounds({ page: 1, limit: 1 })).toEqual({ limit: 1, offset: 0 });
    expect(pageBounds({ page: MAX_PAGE, limit: 1 })).toEqual({ limit: 1, offset: MAX_PAGE - 1 });
  });

  it.each([
    [{ page: 1, limit: 101 }, 'limit', 'O limite máximo é 100'],
    [{ page: 1, limit: -1 }, 'limit', 'O limite mínimo é 1'],
    [{ page: 1, limit: 1.5 }, 'limit', 'O limite mínimo é 1'],
    [{ page: -1, limit: 10 }, 'page', 'Página inválida'],
    [{ page: 1.5, limit: 10 }, 'page', 'Página inválida'],
    [{ page: MAX_PAGE + 1, limit: 10 }, 'page', 'Página inválida'],
  ])('refuses the page %o', (page, field, message) => {
    const refusal = { code: 'invalid-input', detail: { message, fields: { [field]: message } } };
    expect(() => pageBounds(page)).toThrow(expect.objectContaining(refusal));
  });
});

describe('planPageRead', () => {
  const ends =
    (total: number, totalCapped = false) =>
    async () => ({ total, totalCapped });
  const rows = Array.from({ length: 65_000 }, (_, i) => i);
  /** Reads the rows of a page in the way that `planPageRead` returns. */
  async function shown(offset: number, limit: number, total: number, totalCapped = false) {
    const walk = await planPageRead({ limit, offset }, async () => ({ total, totalCapped }));
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
  ])(
    'from row %i reads a page of %i rows in a list of %i rows, from the nearer end',
    async (offset, limit, total) => {
      const { page, passed } = await shown(offset, limit, total);
      expect(page).toEqual(rows.slice(0, total).slice(offset, offset + limit));
      expect(passed).toBeLessThanOrEqual(20_000);
    },
  );

  it('refuses a page far from both ends, or far from the start if the end is unknown', async () => {
    const refusal = { code: 'invalid-input', message: expect.stringContaining('busca') };
    await expect(shown(32_000, 10, 65_000)).rejects.toMatchObject(refusal);
    await expect(shown(20_010, 10, 10_000, true)).rejects.toMatchObject(refusal);
    // From either end: the last row that is allowed, and the first that is too far.
    expect(await planPageRead({ limit: 10, offset: 20_000 }, ends(60_000))).toMatchObject({ fromEnd: false });
    await expect(planPageRead({ limit: 10, offset: 20_001 }, ends(60_000))).rejects.toMatchObject(refusal);
    await expect(planPageRead({ limit: 10, offset: 39_999 }, ends(60_000))).rejects.toMatchObject(refusal);
    expect(await planPageRead({ limit: 10, offset: 40_000 }, ends(60_000))).toMatchObject({ fromEnd: true });
    await expect(planPageRead({ limit: 10, offset: 10_000 }, ends(10_000, true))).rejects.toMatchObject(
      refusal,
    );
    expect((await shown(9_990, 10, 10_000, true)).page).toHaveLength(10);
  });

  it('refuses a page beyond the distance of the list, if it has its own', async () => {
    const read = (offset: number) => planPageRead({ limit: 10, offset }, ends(65_000), 30_000);
    expect(await read(30_000)).toEqual({ limit: 10, offset: 30_000, fromEnd: false });
    expect(await read(35_000)).toEqual({ limit: 10, offset: 29_990, fromEnd: true });
    const refusal = { code: 'invalid-input', detail: { fields: { page: expect.stringContaining('busca') } } };
    for (const offset of [30_001, 34_999]) await expect(read(offset)).rejects.toMatchObject(refusal);
  });

  it('returns nothing past the end', async () => {
    expect(await planPageRead({ limit: 10, offset: 2_000 }, ends(1_500))).toEqual({
      limit: 0,
      offset: 0,
      fromEnd: true,
    });
  });

  it('does not count the list for the first pages', async () => {
    const countAll = async (): Promise<never> => {
      throw new Error('counted');
    };
    expect(await planPageRead({ limit: 10, offset: 990 }, countAll)).toEqual({
      limit: 10,
      offset: 990,
      fromEnd: false,
    });
  });
});

describe('checkSort', () => {
  const fields = ['createdAt', 'name'] as const;

  it.each([
    ['', { field: 'createdAt', descending: true }],
    ['name', { field: 'name', descending: false }],
    ['-name', { field: 'name', descending: true }],
  ])('parses the order %j', (sort, order) => expect(checkSort(fields, sort)).toEqual(order));

  it.each(['-', 'email', '--name', 'name-', 'xname'])('refuses the order %j', (sort) => {
    const message = 'Ordenação inválida';
    const refusal = { code: 'invalid-input', detail: { message, fields: { sort: message } } };
    expect(() => checkSort(fields, sort)).toThrow(expect.objectContaining(refusal));
  });
});
