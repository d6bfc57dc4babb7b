export type PagerItem = number | 'gap';

/** Pages shown by the client grid: first, last and those within 2 of the current one, with gaps between (spec §2). */
export function pagerItems(currentPage: number, lastPage: number): PagerItem[] {
  const items: PagerItem[] = [];
  let previousPage = 0;
  for (let page = 1; page <= lastPage; page += 1) {
    if (page !== 1 && page !== lastPage && Math.abs(page - currentPage) > 2) continue;
    if (page - previousPage > 1) items.push('gap');
    items.push(page);
    previousPage = page;
  }
  return items;
}

/** At most 5 consecutive pages around the current one, with gaps, for the administrative lists (spec §9). */
export function pagerWindow(currentPage: number, lastPage: number): PagerItem[] {
  const start = Math.max(1, Math.min(currentPage - 2, lastPage - 4));
  const end = Math.min(lastPage, start + 4);
  const pages = Array.from({ length: end - start + 1 }, (_, index) => start + index);
  return [...(start > 1 ? ['gap' as const] : []), ...pages, ...(end < lastPage ? ['gap' as const] : [])];
}

/** First and last position (from 1) of the items on a page, for 'Mostrando X-Y de N'. */
export function pageRange(page: number, pageSize: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 };
  return { from: (page - 1) * pageSize + 1, to: Math.min(page * pageSize, total) };
}

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
