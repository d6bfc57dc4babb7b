import { MAX_PAGE_SIZE } from '@g2/terms/pages';
import { MAX_SEARCH_OFFSET } from '@g2/terms/search';
import type { Database } from '../store.ts';
import { RecentValues } from './recent-values.ts';

/** Number of matches on all pages of a search with more matches than are counted. */
export const MOST_SHOWN = MAX_SEARCH_OFFSET + MAX_PAGE_SIZE;

const recent = new RecentValues<string[]>(60_000, 200);

/**
 * Ids of the first `MOST_SHOWN` matches of a frequent text that few of the first rows of the list have. `find` reads
 * all of its matches, so it is called once a minute. Newer matches are among the first rows.
 */
export async function laterMatches(
  db: Database,
  list: string,
  find: () => Promise<{ id: string }[]>,
): Promise<string[]> {
  const known = recent.get(db, list);
  if (known) return known;
  const ids = (await find()).map(({ id }) => id);
  recent.set(db, list, ids);
  return ids;
}
