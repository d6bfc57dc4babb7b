import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { useDeferredValue, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type ListParams, useListParams } from '../../lib/list-params.ts';
import { folded } from '../../lib/words.ts';
import { filesWanted } from './search.ts';
import {
  type Folder,
  filesInOrder,
  foldersAbove,
  foldersOf,
  openAtFirst,
  readmeOf,
  rowsOf,
  type TreeRow,
  treeOf,
} from './tree.ts';
import type { Manifest } from './use-manifest.ts';

const FILE = 'arquivo';
export const WARNED = 'avisos';

export interface Browsing {
  readonly params: ListParams;
  /** A search or filter hides some of the files. */
  readonly isFiltered: boolean;
  readonly tree: Folder;
  readonly rows: readonly TreeRow[];
  /** Path of the previewed file: the one in the address, else the README; null if there is neither. */
  readonly shown: string | null;
  readonly file: ArchiveFile | undefined;
  readonly fold: (path: string, open: boolean) => void;
  readonly show: (file: ArchiveFile) => void;
  /** Shows the next (1) or previous (-1) file in the order of the tree. */
  readonly step: (step: 1 | -1) => void;
}

/** State of the file page. Search, filter and file are in the address, so that Back and a reload restore them. */
export function useBrowsing({ files, isWhole }: Manifest): Browsing {
  const params = useListParams();
  const [address, setAddress] = useSearchParams();
  const search = useDeferredValue(params.search);
  const onlyWarned = params.get(WARNED) !== '';
  const whole = useMemo(() => treeOf(files), [files]);
  const isSearched = search !== '';
  const paths = useMemo(() => (isSearched ? files.map(({ path }) => folded(path)) : []), [files, isSearched]);
  const tree = useMemo(() => {
    const wanted = filesWanted(files, paths, { text: search, onlyWarned });
    return wanted === files ? whole : treeOf(wanted);
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
    show: ({ path }) => path !== shown && go(path, false),
    step,
  };
}

interface Folds {
  readonly open: ReadonlySet<string>;
  readonly fold: (path: string, open: boolean) => void;
}

/**
 * The open folders: all in search results; otherwise the leading single folders and the parents of the shown file,
 * changed by what the user opens and closes.
 * @param listKey identifies the list of files; '' for all files
 */
export function useFolds(tree: Folder, listKey: string, shown: string): Folds {
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
  return { open, fold: (path, isOpen) => setChanges((now) => new Map([...now, [path, isOpen]])) };
}
