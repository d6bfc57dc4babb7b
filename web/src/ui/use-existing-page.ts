import { useEffect } from 'react';
import { pageCount } from '../lib/pager.ts';

interface ShownPage {
  readonly page: number;
  readonly pageSize: number;
  /** Records in all; unknown while they load. */
  readonly total: number | undefined;
  readonly setPage: (page: number) => void;
}

/** Records left while one stood on the last page: goes to what is now the last. */
export function useExistingPage({ page, pageSize, total, setPage }: ShownPage): void {
  const last = total === undefined ? page : pageCount(total, pageSize);
  // biome-ignore lint/correctness/useExhaustiveDependencies: setPage is new on every render and says the same.
  useEffect(() => {
    if (page > last) setPage(last);
  }, [page, last]);
}
