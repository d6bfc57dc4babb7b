import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { useListParams } from '../../lib/list-params.ts';
import { foldText } from '../../lib/words.ts';
import { type Deposit, manifestQuery } from './api.ts';
import { matchingFiles, pagesShown } from './search.ts';
import {
  type Folder,
  filesInOrder,
  foldersAbove,
  foldersOf,
  openAtFirst,
  readmeOf,
  rowsOf,
  treeOf,
} from './tree.ts';

export type Manifest = ReturnType<typeof useManifest>;

/** All files of a deposit: loads the pages of the list one after another and returns those loaded so far. */
export function useManifest(deposit: Deposit) {
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

const FILE = 'arquivo';
export const WARNED = 'avisos';

export type Browsing = ReturnType<typeof useBrowsing>;

/** State of the file page. Search, filter and file are in the address, so that Back and a reload restore them. */
export function useBrowsing({ files, isWhole }: Manifest) {
  const params = useListParams();
  const [address, setAddress] = useSearchParams();
  const search = useDeferredValue(params.search);
  const onlyWarned = params.get(WARNED) !== '';
  const whole = useMemo(() => treeOf(files), [files]);
  const isSearched = search !== '';
  const paths = useMemo(
    () => (isSearched ? files.map(({ path }) => foldText(path)) : []),
    [files, isSearched],
  );
  const tree = useMemo(() => {
    const matches = matchingFiles(files, paths, { text: search, onlyWarned });
    return matches === files ? whole : treeOf(matches);
  }, [files, paths, search, onlyWarned, whole]);
  const isFiltered = tree !== whole;

  const readme = useMemo(() => readmeOf(whole, isWhole)?.path ?? null, [whole, isWhole]);
  const shown = address.get(FILE) ?? readme;
  const file = useMemo(() => files.find(({ path }) => path === shown), [files, shown]);
  const { open, fold } = useFolds(tree, isFiltered ? `${search}\n${onlyWarned}` : '', file?.path ?? '');
  const rows = useMemo(() => rowsOf(tree, open), [tree, open]);

  const go = (path: string, replace: boolean) =>
    setAddress(
      (current) => {
        const next = new URLSearchParams(current);
        next.set(FILE, path);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const step = (by: 1 | -1) => {
    const order = filesInOrder(tree);
    const at = order.findIndex(({ path }) => path === shown);
    const next = at < 0 ? order[0] : order[at + by];
    // Stepping replaces the history entry, so that Back leaves the file page instead of undoing each step.
    if (next !== undefined) go(next.path, address.has(FILE));
  };
  return {
    params,
    isFiltered,
    tree,
    rows,
    shown,
    file,
    fold,
    show: ({ path }: ArchiveFile) => path !== shown && go(path, false),
    step,
  };
}

/**
 * The open folders: all in search results; otherwise the leading single folders and the parents of the shown file,
 * changed by what the user opens and closes.
 * @param listKey identifies the list of files; '' for all files
 */
export function useFolds(tree: Folder, listKey: string, shown: string) {
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [lastShown, setLastShown] = useState('');
  const [lastKey, setLastKey] = useState(listKey);
  if (lastKey !== listKey) {
    setLastKey(listKey);
    setChanges(new Map(foldersAbove(shown).map((path) => [path, true])));
  }
  if (lastShown !== shown) {
    setLastShown(shown);
    setChanges((now) => new Map([...now, ...foldersAbove(shown).map((path) => [path, true] as const)]));
  }
  const open = useMemo(() => {
    const paths = listKey === '' ? openAtFirst(tree) : foldersOf(tree);
    for (const [path, isOpen] of changes) {
      if (isOpen) paths.add(path);
      else paths.delete(path);
    }
    return paths;
  }, [tree, listKey, changes]);
  const fold = (path: string, isOpen: boolean) => setChanges((now) => new Map([...now, [path, isOpen]]));
  return { open, fold };
}
