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
import { findRowByPrefix, nameOfRow, pathOfRow, type TreeRow, treeKeyEffect } from './tree.ts';
import { WarningIcon } from './warnings.tsx';

/** All rows have the same height, so that only the visible rows need to be rendered. */
const ROW_HEIGHT_PX = 32;
const TOUCH_ROW_HEIGHT_PX = 44;
/** After a pause of this length, typed letters start a new search (spec §9). */
const TYPING_PAUSE_MS = 1_000;
const SEARCHABLE_KEY = /^[\p{L}\p{N}._-]$/u;
/** Shortcuts of the page: J shows the next file, K the previous one. */
const FILE_STEP_KEY = /^[jk]$/i;

interface FileTreeProps {
  readonly label: string;
  readonly rows: readonly TreeRow[];
  /** Path of the file in the preview. */
  readonly shownPath: string | null;
  readonly onFolderToggle: (path: string, isOpen: boolean) => void;
  readonly onShow: (file: ArchiveFile) => void;
  /** Is set to a function that focuses the current row of the tree. */
  readonly focusTreeRef?: Ref<() => void>;
}

/** Tree with the keys of WAI-ARIA APG, "Tree View". Only visible rows and the current row are rendered. */
export function FileTree({ label, rows, shownPath, onFolderToggle, onShow, focusTreeRef }: FileTreeProps) {
  const scrollArea = useRef<HTMLDivElement>(null);
  const [currentPath, setCurrentPath] = useState<string | null>(null);
  const focusAfterRender = useRef(false);
  const focusCurrentRow = () =>
    scrollArea.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: true });
  const currentIndex = useMemo(
    () => currentRowIndex(rows, currentPath, shownPath),
    [rows, currentPath, shownPath],
  );
  const rowHeight = useMediaQuery('(pointer: coarse)') ? TOUCH_ROW_HEIGHT_PX : ROW_HEIGHT_PX;
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scrollArea.current,
    estimateSize: () => rowHeight,
    overscan: 10,
    useFlushSync: false,
    rangeExtractor: (range: Range) => withIndex(defaultRangeExtractor(range), currentIndex),
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the row height changes.
  useEffect(() => virtualizer.measure(), [rowHeight]);
  // When another file is shown, for example by J or K, its row becomes the current row and is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: not again when a folder opens or closes above it.
  useEffect(() => {
    const index = rows.findIndex((row) => pathOfRow(row) === shownPath);
    if (index < 0) return;
    setCurrentPath(shownPath);
    virtualizer.scrollToIndex(index, { align: 'auto' });
  }, [shownPath, rows.length > 0]);
  useEffect(() => {
    if (!focusAfterRender.current) return;
    focusAfterRender.current = false;
    focusCurrentRow();
  });
  const focusRow = (index: number) => {
    const row = rows[index];
    if (row === undefined) return;
    focusAfterRender.current = true;
    setCurrentPath(pathOfRow(row));
    virtualizer.scrollToIndex(index, { align: 'auto' });
  };
  useImperativeHandle(focusTreeRef, () => () => {
    virtualizer.scrollToIndex(currentIndex, { align: 'auto' });
    focusCurrentRow();
  });
  const onTypedKey = useTypedSearch((text) => focusRow(findRowByPrefix(rows, currentIndex, text)));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const effect = treeKeyEffect(event.key, rows, currentIndex);
    if (effect?.kind === 'focus-row') focusRow(effect.index);
    if (effect?.kind === 'toggle-folder') onFolderToggle(effect.path, effect.isOpen);
    if (effect?.kind === 'show-file') onShow(effect.file);
    if (effect !== null || onTypedKey(event)) event.preventDefault();
  };
  const onPress = useStableCallback((row: TreeRow) => {
    setCurrentPath(pathOfRow(row));
    if (row.kind === 'folder') onFolderToggle(row.folder.path, !row.isOpen);
    else onShow(row.file);
  });
  return (
    <div
      ref={scrollArea}
      role="tree"
      aria-label={label}
      className="flex-1 min-h-0 p-1 overflow-auto overscroll-contain"
      onKeyDown={onKeyDown}
    >
      <div role="none" className="relative" style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row !== undefined && (
              <TreeItem
                key={key}
                row={row}
                top={start}
                height={rowHeight}
                isCurrent={index === currentIndex}
                isShown={row.kind === 'file' && row.file.path === shownPath}
                onPress={onPress}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

/** Index of the row of `currentPath`, or of its closest visible parent folder; without both, of the shown file. */
function currentRowIndex(
  rows: readonly TreeRow[],
  currentPath: string | null,
  shownPath: string | null,
): number {
  const indexOf = (path: string | null) =>
    path === null ? -1 : rows.findIndex((row) => pathOfRow(row) === path);
  let index = indexOf(currentPath);
  for (let path = currentPath ?? ''; index < 0 && path !== ''; ) {
    path = path.slice(0, path.lastIndexOf('/', path.length - 2) + 1);
    index = path === '' ? -1 : indexOf(path);
  }
  if (index < 0) index = indexOf(shownPath);
  return Math.max(index, 0);
}

/** Adds `index` to sorted indexes: the current row must be rendered even when it is scrolled out of view. */
const withIndex = (indexes: number[], index: number): number[] =>
  indexes.includes(index) ? indexes : [...indexes, index].sort((a, b) => a - b);

/** A function that never changes and calls the latest `callback`, so that memoized rows do not render again. */
function useStableCallback<Argument>(callback: (argument: Argument) => void): (argument: Argument) => void {
  const latestCallback = useRef(callback);
  useEffect(() => {
    latestCallback.current = callback;
  });
  return useCallback((argument) => latestCallback.current(argument), []);
}

/**
 * Collects typed letters for the search by name. If page shortcuts are enabled, J and K cannot start a search.
 * @returns key handler that returns true if the key was a letter of a search
 */
function useTypedSearch(search: (typedText: string) => void): (event: KeyboardEvent) => boolean {
  const typed = useRef({ text: '', timeStamp: Number.NEGATIVE_INFINITY });
  const areShortcutsEnabled = useShortcutsEnabled();
  return ({ key, timeStamp }) => {
    if (!SEARCHABLE_KEY.test(key)) return false;
    const isNewSearch = timeStamp - typed.current.timeStamp > TYPING_PAUSE_MS;
    if (isNewSearch && areShortcutsEnabled && FILE_STEP_KEY.test(key)) return false;
    const text = isNewSearch || typed.current.text === key ? key : typed.current.text + key;
    typed.current = { text, timeStamp };
    search(text);
    return true;
  };
}

interface TreeItemProps {
  readonly row: TreeRow;
  /** Distance from the top of the tree, px. */
  readonly top: number;
  /** px. */
  readonly height: number;
  /** Only the current row can be reached with Tab. */
  readonly isCurrent: boolean;
  readonly isShown: boolean;
  readonly onPress: (row: TreeRow) => void;
}

/** Deeper rows are not indented further, so that there is room for their names. */
const MAX_INDENT_DEPTH = 12;

/** A row of the tree. It is memoized, because rows do not change while the tree scrolls. */
const TreeItem = memo(function TreeItem({ row, top, height, isCurrent, isShown, onPress }: TreeItemProps) {
  const isFolder = row.kind === 'folder';
  const indentDepth = Math.min(row.depth, MAX_INDENT_DEPTH);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of its rows.
    <div
      role="treeitem"
      tabIndex={isCurrent ? 0 : -1}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblingCount}
      aria-expanded={isFolder ? row.isOpen : undefined}
      aria-selected={isShown}
      className={clsx(
        'absolute inset-x-0 flex items-center gap-1.5 pr-2 rounded-sm text-sm cursor-pointer select-none',
        'focus-visible:-outline-offset-2',
        isShown ? 'bg-accent-soft' : 'hover:bg-sunken',
      )}
      style={{ top, height, paddingLeft: `calc(var(--g2-space-4) + ${indentDepth} * 14px)` }}
      onClick={() => onPress(row)}
    >
      <RowIcon row={row} />
      <span className={clsx('g2-clip flex-auto min-w-0', isShown && 'font-semibold')} title={nameOfRow(row)}>
        {nameOfRow(row)}
      </span>
      <WarningMark row={row} />
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

/** Icon of a file's warning; for a closed folder, a dot if there are warnings inside. */
function WarningMark({ row }: { row: TreeRow }) {
  if (row.kind === 'file') {
    const { warning } = row.file;
    if (warning === null) return null;
    const { name } = t.warning(warning);
    return (
      <span className="relative flex-none grid" title={name}>
        <WarningIcon code={warning} size={16} />
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
