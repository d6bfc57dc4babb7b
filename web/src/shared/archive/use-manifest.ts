import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { failedToLoad } from '../../lib/failures.ts';
import { type Deposit, manifestQuery } from './api.ts';
import { pagesShown } from './search.ts';

export interface Manifest {
  /** The loaded files that the tree shows. */
  readonly files: readonly ArchiveFile[];
  /** Number of loaded files; `total` is the number in the deposit, null before the first page. */
  readonly loaded: number;
  readonly total: number | null;
  readonly isWhole: boolean;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
}

/** All files of a deposit: loads the pages of the list one after another and returns those loaded so far. */
export function useManifest(deposit: Deposit): Manifest {
  const query = useInfiniteQuery(manifestQuery(deposit));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = data?.pages;
  const first = pages?.[0];
  const isWhole = first !== undefined && !hasNextPage;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const shown = pagesShown(pages?.length ?? 0, isWhole);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that are added change nothing of those before.
  const files = useMemo(() => pages?.slice(0, shown).flatMap(({ items }) => items) ?? [], [first, shown]);
  return {
    files,
    loaded: pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0,
    total: first?.total ?? null,
    isWhole,
    failed: failedToLoad(query) || isFetchNextPageError,
    busy: isFetching,
    retry: () => void (first === undefined ? refetch() : fetchNextPage()),
  };
}
