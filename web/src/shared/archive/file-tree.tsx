import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { useMediaQuery } from '@mantine/hooks';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useShortcutsEnabled } from '../../ui/use-shortcuts.ts';
import classes from './file-tree.module.css';
import { pathOfRow, type TreeRow, treeStep, typedRow } from './tree.ts';
import { TreeLine } from './tree-line.tsx';

/** Row height, px. All rows have the same height, so that rows out of sight need not be rendered. */
const ROW = 32;
/** Row height on touch screens, px. */
const TOUCH_ROW = 44;
/** After a pause of this length, typed letters start a new search (spec §9), ms. */
const RESET_MS = 1_000;
const TYPED = /^[\p{L}\p{N}._-]$/u;
/** J and K are shortcuts of the page: next and previous file. */
const STEPS = /^[jk]$/i;

interface FileTreeProps {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  /** Path of the file in the preview. */
  readonly shown: string | null;
  readonly onFold: (path: string, open: boolean) => void;
  readonly onShow: (file: ArchiveFile) => void;
  /** Set to a function that moves the focus to the current row of the tree. */
  readonly entry: RefObject<(() => void) | null>;
}

/** Tree with the keys of WAI-ARIA APG, "Tree View". Only visible rows and the focused row are in the document. */
export function FileTree({ label, rows, shown, onFold, onShow, entry }: FileTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [stand, setStand] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const at = useMemo(() => placeOf(rows, stand, shown), [rows, stand, shown]);
  const height = useMediaQuery('(pointer: coarse)') ? TOUCH_ROW : ROW;
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    overscan: 10,
    useFlushSync: false,
    rangeExtractor: (range: Range) => withRow(defaultRangeExtractor(range), at),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height is the signal.
  useEffect(() => virtual.measure(), [height]);
  // A file shown by other means, such as the page's J and K keys, becomes the current row and is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not again when a folder opens or closes above it.
  useEffect(() => {
    const index = rows.findIndex((row) => pathOfRow(row) === shown);
    if (index < 0) return;
    setStand(shown);
    virtual.scrollToIndex(index, { align: 'auto' });
  }, [shown, rows.length > 0]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  });
  const goTo = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    wantsFocus.current = true;
    setStand(pathOfRow(row));
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  useEffect(() => {
    entry.current = () => {
      virtual.scrollToIndex(at, { align: 'auto' });
      scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
    };
    return () => {
      entry.current = null;
    };
  });
  const onTyped = useTyped((text) => goTo(typedRow(rows, at, text)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = treeStep(event.key, rows, at);
    if (step?.do === 'go') goTo(step.to);
    if (step?.do === 'fold') onFold(step.path, step.open);
    if (step?.do === 'show') onShow(step.file);
    if (step !== null || onTyped(event)) event.preventDefault();
  };
  const onPress = useSame((row: TreeRow) => {
    setStand(pathOfRow(row));
    if (row.kind === 'folder') onFold(row.folder.path, !row.isOpen);
    else onShow(row.file);
  });
  return (
    <div ref={scroller} role="tree" aria-label={label} className={classes.tree} onKeyDown={onKeyDown}>
      <div role="none" className={classes.all} style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <TreeLine
                key={key}
                row={row}
                top={start}
                height={height}
                isHere={index === at}
                isShown={row.kind === 'file' && row.file.path === shown}
                onPress={onPress}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Index of the current row `stand`; if its folder was closed, of that folder; initially, of the shown file. */
function placeOf(rows: readonly TreeRow[], stand: string | null, shown: string | null): number {
  const indexOf = (path: string | null) =>
    path === null ? -1 : rows.findIndex((row) => pathOfRow(row) === path);
  let index = indexOf(stand);
  for (let path = stand ?? ''; index < 0 && path !== ''; ) {
    path = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
    index = path === '' ? -1 : indexOf(path);
  }
  if (index < 0) index = indexOf(shown);
  return Math.max(index, 0);
}

/** Keeps the focused row among the rendered rows, even when it is scrolled out of view. */
const withRow = (indexes: number[], at: number): number[] =>
  indexes.includes(at) ? indexes : [...indexes, at].sort((a, b) => a - b);

/** A stable function that calls the latest `act`, so that memoized rows need not re-render. */
function useSame<Given>(act: (given: Given) => void): (given: Given) => void {
  const latest = useRef(act);
  useEffect(() => {
    latest.current = act;
  });
  return useCallback((given) => latest.current(given), []);
}

/** Collects typed letters for the search by name. With page shortcuts enabled, J and K cannot start a search. */
function useTyped(act: (text: string) => void): (event: KeyboardEvent) => boolean {
  const typed = useRef({ text: '', at: Number.NEGATIVE_INFINITY });
  const stepsAreKeys = useShortcutsEnabled();
  return ({ key, timeStamp }) => {
    if (!TYPED.test(key)) return false;
    const begins = timeStamp - typed.current.at > RESET_MS;
    if (begins && stepsAreKeys && STEPS.test(key)) return false;
    const text = begins || typed.current.text === key ? key : typed.current.text + key;
    typed.current = { text, at: timeStamp };
    act(text);
    return true;
  };
}
