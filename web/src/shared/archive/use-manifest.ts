import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { type Deposit, manifestQuery } from './api.ts';
import { pagesShown } from './search.ts';

export interface Manifest {
  /** Those that have come and are shown. */
  readonly files: readonly ArchiveFile[];
  /** How many have come, and of how many; null before the first. */
  readonly loaded: number;
  readonly total: number | null;
  readonly isWhole: boolean;
  readonly failed: boolean;
  readonly busy: boolean;
  readonly retry: () => void;
}

/** All files of a deposit: what has come is there at once, the rest follows. */
export function useManifest(deposit: Deposit): Manifest {
  const { data, hasNextPage, isFetching, isError, fetchNextPage, refetch } = useInfiniteQuery(
    manifestQuery(deposit),
  );
  const pages = data?.pages;
  const first = pages?.[0];
  const isWhole = first !== undefined && !hasNextPage;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const shown = pagesShown(pages?.length ?? 0, isWhole);
  // biome-ignore lint/correctness/useExhaustiveDependencies: pages that are added change nothing of those before.
  const files = useMemo(() => pages?.slice(0, shown).flatMap(({ items }) => items) ?? [], [first, shown]);
  return {
    files,
    loaded: pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0,
    total: first?.total ?? null,
    isWhole,
    failed: isError,
    busy: isFetching,
    retry: () => void (first === undefined ? refetch() : fetchNextPage()),
  };
}
