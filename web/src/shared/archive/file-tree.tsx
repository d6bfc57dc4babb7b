import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { useMediaQuery } from '@mantine/hooks';
import { IconChevronRight, IconFile, IconFileDigit, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { defaultRangeExtractor, type Range, useVirtualizer } from '@tanstack/react-virtual';
import clsx from 'clsx';
import {
  type KeyboardEvent,
  memo,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatBytes } from '../../lib/format.ts';
import { useShortcutsEnabled } from '../../ui/use-shortcuts.ts';
import { texts as t } from './texts.ts';
import { nameOfRow, pathOfRow, type TreeRow, treeStep, typedRow } from './tree.ts';
import { WarningSign } from './warnings.tsx';

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
  /** Is set to a function that focuses the current row of the tree. */
  readonly entry?: Ref<() => void>;
}

/** Tree with the keys of WAI-ARIA APG, "Tree View". Only visible rows and the focused row are in the document. */
export function FileTree({ label, rows, shown, onFold, onShow, entry }: FileTreeProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const [currentPath, setCurrentPath] = useState<string | null>(null);
  const wantsFocus = useRef(false);
  const focusRow = () =>
    scroller.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  const at = useMemo(() => placeOf(rows, currentPath, shown), [rows, currentPath, shown]);
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
    setCurrentPath(shown);
    virtual.scrollToIndex(index, { align: 'auto' });
  }, [shown, rows.length > 0]);
  useEffect(() => {
    if (!wantsFocus.current) return;
    wantsFocus.current = false;
    focusRow();
  });
  const goTo = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    wantsFocus.current = true;
    setCurrentPath(pathOfRow(row));
    virtual.scrollToIndex(index, { align: 'auto' });
  };
  useImperativeHandle(entry, () => () => {
    virtual.scrollToIndex(at, { align: 'auto' });
    focusRow();
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
    setCurrentPath(pathOfRow(row));
    if (row.kind === 'folder') onFold(row.folder.path, !row.isOpen);
    else onShow(row.file);
  });
  return (
    <div
      ref={scroller}
      role="tree"
      aria-label={label}
      className="flex-1 min-h-0 p-1 overflow-auto overscroll-contain"
      onKeyDown={onKeyDown}
    >
      <div role="none" className="relative" style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <TreeLine
                key={key}
                row={row}
                top={start}
                height={height}
                isCurrent={index === at}
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

/** Index of the row `currentPath`; if its folder was closed, of that folder; initially, of the shown file. */
function placeOf(rows: readonly TreeRow[], currentPath: string | null, shown: string | null): number {
  const indexOf = (path: string | null) =>
    path === null ? -1 : rows.findIndex((row) => pathOfRow(row) === path);
  let index = indexOf(currentPath);
  for (let path = currentPath ?? ''; index < 0 && path !== ''; ) {
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
    const isNewSearch = timeStamp - typed.current.at > RESET_MS;
    if (isNewSearch && stepsAreKeys && STEPS.test(key)) return false;
    const text = isNewSearch || typed.current.text === key ? key : typed.current.text + key;
    typed.current = { text, at: timeStamp };
    act(text);
    return true;
  };
}

interface TreeLineProps {
  readonly row: TreeRow;
  /** Distance from the top of the tree, px; `height` also in px. */
  readonly top: number;
  readonly height: number;
  /** The current row; only this row can be reached with Tab. */
  readonly isCurrent: boolean;
  readonly isShown: boolean;
  readonly onPress: (row: TreeRow) => void;
}

/** Deeper rows are not indented further, to leave room for their names. */
const DEEPEST = 12;

/** Memoized: while the tree scrolls, its rows do not change. */
const TreeLine = memo(function TreeLine({ row, top, height, isCurrent, isShown, onPress }: TreeLineProps) {
  const isFolder = row.kind === 'folder';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys of all its rows.
    <div
      role="treeitem"
      tabIndex={isCurrent ? 0 : -1}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isFolder ? row.isOpen : undefined}
      aria-selected={isShown}
      className={clsx(
        'absolute inset-x-0 flex items-center gap-1.5 pr-2 rounded-sm text-sm cursor-pointer select-none',
        'focus-visible:-outline-offset-2',
        isShown ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
      style={{ top, height, paddingLeft: `calc(var(--g2-space-4) + ${Math.min(row.depth, DEEPEST)} * 14px)` }}
      onClick={() => onPress(row)}
    >
      <RowIcon row={row} />
      <span className={clsx('g2-clip flex-auto min-w-0', isShown && 'font-semibold')} title={nameOfRow(row)}>
        {nameOfRow(row)}
      </span>
      <Mark row={row} />
      {row.kind === 'file' && row.file.language !== null && (
        <span className="g2-clip g2-meta flex-none max-w-24 phone:hidden">{row.file.language}</span>
      )}
      <span className="g2-meta flex-none min-w-16 text-right tabular-nums">
        {formatBytes(isFolder ? row.folder.bytes : row.file.size)}
      </span>
    </div>
  );
});

function RowIcon({ row }: { row: TreeRow }) {
  const isFolder = row.kind === 'folder';
  const isOpen = isFolder && row.isOpen;
  const Icon = isFolder ? (isOpen ? IconFolderOpen : IconFolder) : row.file.isText ? IconFile : IconFileDigit;
  return (
    <>
      <IconChevronRight
        className={clsx('flex-none text-muted', isOpen && 'rotate-90', !isFolder && 'invisible')}
        size={15}
        aria-hidden
      />
      <Icon
        className={clsx('flex-none', isFolder ? 'text-accent' : 'text-muted')}
        size={17}
        stroke={1.6}
        aria-hidden
      />
    </>
  );
}

/** Sign of a file's warning; on a closed folder, a mark for warnings inside it. */
function Mark({ row }: { row: TreeRow }) {
  if (row.kind === 'file') {
    const { warning } = row.file;
    if (warning === null) return null;
    const { name } = t.warning(warning);
    return (
      <span className="relative flex-none grid" title={name}>
        <WarningSign code={warning} size={16} />
        <span className="g2-hidden">{name}</span>
      </span>
    );
  }
  if (row.isOpen || row.folder.warnings === 0) return null;
  const text = t.warningCount(row.folder.warnings);
  return (
    <span className="relative flex-none w-2 h-2 rounded-full bg-warning" title={text}>
      <span className="g2-hidden">{text}</span>
    </span>
  );
}
