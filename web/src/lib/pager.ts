export type PagerItem = number | 'gap';

/** Pages shown by the client grid: first, last and those within 2 of the current one, with gaps between (spec §2). */
export function pagerItems(current: number, last: number): PagerItem[] {
  const items: PagerItem[] = [];
  let previous = 0;
  for (let page = 1; page <= last; page += 1) {
    if (page !== 1 && page !== last && Math.abs(page - current) > 2) continue;
    if (page - previous > 1) items.push('gap');
    items.push(page);
    previous = page;
  }
  return items;
}

/** At most 5 consecutive pages around the current one, with gaps, for the administrative lists (spec §9). */
export function pagerWindow(current: number, last: number): PagerItem[] {
  const first = Math.max(1, Math.min(current - 2, last - 4));
  const end = Math.min(last, first + 4);
  const pages = Array.from({ length: end - first + 1 }, (_, index) => first + index);
  return [...(first > 1 ? ['gap' as const] : []), ...pages, ...(end < last ? ['gap' as const] : [])];
}

/** First and last position (from 1) of the items on a page, for 'Mostrando X-Y de N'. */
export function pageRange(page: number, pageSize: number, total: number): { from: number; to: number } {
  if (total === 0) return { from: 0, to: 0 };
  return { from: (page - 1) * pageSize + 1, to: Math.min(page * pageSize, total) };
}

export function pageCount(total: number, pageSize: number): number {
  return Math.max(1, Math.ceil(total / pageSize));
}
