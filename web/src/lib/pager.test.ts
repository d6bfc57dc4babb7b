import { describe, expect, it } from 'vitest';
import { pageCount, pageRange, pagerItems, pagerWindow } from './pager.ts';

describe('pagerItems', () => {
  it('lists every page without a gap for up to five pages', () => {
    expect(pagerItems(1, 1)).toEqual([1]);
    expect(pagerItems(2, 4)).toEqual([1, 2, 3, 4]);
    expect(pagerItems(3, 5)).toEqual([1, 2, 3, 4, 5]);
  });
  it('[pager-items] lists the first, the last and two pages on each side, with gaps', () => {
    expect(pagerItems(10, 20)).toEqual([1, 'gap', 8, 9, 10, 11, 12, 'gap', 20]);
    expect(pagerItems(5, 9)).toEqual([1, 'gap', 3, 4, 5, 6, 7, 'gap', 9]);
    expect(pagerItems(1, 20)).toEqual([1, 2, 3, 'gap', 20]);
    expect(pagerItems(20, 20)).toEqual([1, 'gap', 18, 19, 20]);
  });
});

describe('pagerWindow', () => {
  it('[pager-window] lists at most five pages, with a gap on each side that has more', () => {
    expect(pagerWindow(1, 9)).toEqual([1, 2, 3, 4, 5, 'gap']);
    expect(pagerWindow(5, 9)).toEqual(['gap', 3, 4, 5, 6, 7, 'gap']);
    expect(pagerWindow(9, 9)).toEqual(['gap', 5, 6, 7, 8, 9]);
    expect(pagerWindow(2, 3)).toEqual([1, 2, 3]);
  });
});

describe('pageRange and pageCount', () => {
  it('return the positions of the first and last record of a page, and the number of pages', () => {
    expect(pageRange(1, 12, 30)).toEqual({ from: 1, to: 12 });
    expect(pageRange(3, 12, 30)).toEqual({ from: 25, to: 30 });
    expect(pageRange(1, 12, 0)).toEqual({ from: 0, to: 0 });
    expect(pageCount(0, 12)).toBe(1);
    expect(pageCount(25, 12)).toBe(3);
  });
});
