import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { failedToLoad } from '../../lib/failures.ts';
import { useListParams } from '../../lib/list-params.ts';
import { foldText } from '../../lib/words.ts';
import { type Deposit, manifestQuery } from './api.ts';
import { matchingFiles, shownPageCount } from './search.ts';
import {
  allFolderPaths,
  type Folder,
  filesInTreeOrder,
  findReadme,
  initiallyOpenPaths,
  parentFolderPaths,
  rowsOf,
  treeOf,
} from './tree.ts';

export type Manifest = ReturnType<typeof useManifest>;

/** The files of a deposit. Loads all pages of the list, one after another, and returns the files loaded so far. */
export function useManifest(deposit: Deposit) {
  const query = useInfiniteQuery(manifestQuery(deposit));
  const { data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage, refetch } = query;
  const pages = data?.pages;
  const firstPage = pages?.[0];
  const isWhole = firstPage !== undefined && !hasNextPage;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError) void fetchNextPage();
  }, [hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
  const shownCount = shownPageCount(pages?.length ?? 0, isWhole);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page does not change the earlier ones.
  const files = useMemo(
    () => pages?.slice(0, shownCount).flatMap(({ items }) => items) ?? [],
    [firstPage, shownCount],
  );
  return {
    files,
    loaded: pages?.reduce((sum, { items }) => sum + items.length, 0) ?? 0,
    total: firstPage?.total ?? null,
    isWhole,
    failed: failedToLoad(query) || isFetchNextPageError,
    busy: isFetching,
    retry: () => void (firstPage === undefined ? refetch() : fetchNextPage()),
  };
}

/** URL parameters: the shown file, and the filter for files with a warning. */
const FILE_PARAM = 'arquivo';
export const WARNING_FILTER = 'avisos';

export type Browsing = ReturnType<typeof useBrowsing>;

/** State of the file page. Search, filter and shown file are in the URL, so that Back and a reload restore them. */
export function useBrowsing({ files, isWhole }: Manifest) {
  const params = useListParams();
  const [urlParams, setUrlParams] = useSearchParams();
  const search = useDeferredValue(params.search);
  const onlyWithWarning = params.get(WARNING_FILTER) !== '';
  const fullTree = useMemo(() => treeOf(files), [files]);
  const hasSearch = search !== '';
  const paths = useMemo(() => (hasSearch ? files.map(({ path }) => foldText(path)) : []), [files, hasSearch]);
  const tree = useMemo(() => {
    const matches = matchingFiles(files, paths, { text: search, onlyWithWarning });
    return matches === files ? fullTree : treeOf(matches);
  }, [files, paths, search, onlyWithWarning, fullTree]);
  const isFiltered = tree !== fullTree;

  const readmePath = useMemo(() => findReadme(fullTree, isWhole)?.path ?? null, [fullTree, isWhole]);
  const shownPath = urlParams.get(FILE_PARAM) ?? readmePath;
  const file = useMemo(() => files.find(({ path }) => path === shownPath), [files, shownPath]);
  const filterKey = isFiltered ? `${search}\n${onlyWithWarning}` : '';
  const { openPaths, setFolderOpen } = useOpenFolders(tree, filterKey, file?.path ?? '');
  const rows = useMemo(() => rowsOf(tree, openPaths), [tree, openPaths]);

  const showPath = (path: string, replace: boolean) =>
    setUrlParams(
      (current) => {
        const changed = new URLSearchParams(current);
        changed.set(FILE_PARAM, path);
        return changed;
      },
      { replace, preventScrollReset: true },
    );
  const step = (offset: 1 | -1) => {
    const orderedFiles = filesInTreeOrder(tree);
    const index = orderedFiles.findIndex(({ path }) => path === shownPath);
    const newFile = index < 0 ? orderedFiles[0] : orderedFiles[index + offset];
    // A step replaces the history entry, so that Back leaves the page instead of undoing each step.
    if (newFile !== undefined) showPath(newFile.path, urlParams.has(FILE_PARAM));
  };
  return {
    params,
    isFiltered,
    tree,
    rows,
    shownPath,
    file,
    setFolderOpen,
    show: ({ path }: ArchiveFile) => path !== shownPath && showPath(path, false),
    step,
  };
}

/**
 * The open folders. Initially, these are the parent folders of the shown file and the folders that contain all files;
 * in a filtered tree, all folders. The user can open and close each folder.
 * @param filterKey identifies the search and filter; '' if the tree is not filtered
 */
export function useOpenFolders(tree: Folder, filterKey: string, shownPath: string) {
  // Differences from the initially open folders, by path.
  const [changes, setChanges] = useState<ReadonlyMap<string, boolean>>(new Map());
  const [lastShownPath, setLastShownPath] = useState('');
  const [lastFilterKey, setLastFilterKey] = useState(filterKey);
  if (lastFilterKey !== filterKey) {
    setLastFilterKey(filterKey);
    setChanges(new Map(parentFolderPaths(shownPath).map((path) => [path, true])));
  }
  if (lastShownPath !== shownPath) {
    setLastShownPath(shownPath);
    const openedParents = parentFolderPaths(shownPath).map((path) => [path, true] as const);
    setChanges((current) => new Map([...current, ...openedParents]));
  }
  const openPaths = useMemo(() => {
    const paths = filterKey === '' ? initiallyOpenPaths(tree) : allFolderPaths(tree);
    for (const [path, isOpen] of changes) {
      if (isOpen) paths.add(path);
      else paths.delete(path);
    }
    return paths;
  }, [tree, filterKey, changes]);
  const setFolderOpen = (path: string, isOpen: boolean) =>
    setChanges((current) => new Map([...current, [path, isOpen]]));
  return { openPaths, setFolderOpen };
}
