import { IconChevronRight, IconFile, IconFileDigit, IconFolder, IconFolderOpen } from '@tabler/icons-react';
import { memo } from 'react';
import { formatBytes } from '../../lib/format.ts';
import classes from './file-tree.module.css';
import { texts as t } from './texts.ts';
import { nameOfRow, type TreeRow } from './tree.ts';
import { WarningSign } from './warnings.tsx';

interface TreeLineProps {
  readonly row: TreeRow;
  /** Distance from the top of the tree, px; `height` also in px. */
  readonly top: number;
  readonly height: number;
  /** The current row; only this row can be reached with Tab. */
  readonly isHere: boolean;
  readonly isShown: boolean;
  readonly onPress: (row: TreeRow) => void;
}

/** Deeper rows are not indented further, to leave room for their names. */
const DEEPEST = 12;

export const TreeLine = memo(function TreeLine(props: TreeLineProps) {
  const { row, top, height, isHere, isShown, onPress } = props;
  const isFolder = row.kind === 'folder';
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree has the keys of all its rows.
    <div
      role="treeitem"
      tabIndex={isHere ? 0 : -1}
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-expanded={isFolder ? row.isOpen : undefined}
      aria-selected={isShown}
      className={classes.row}
      style={{ top, height, paddingLeft: `calc(var(--g2-space-4) + ${Math.min(row.depth, DEEPEST)} * 14px)` }}
      onClick={() => onPress(row)}
    >
      <RowIcon row={row} />
      <span className={classes.name} title={nameOfRow(row)}>
        {nameOfRow(row)}
      </span>
      <Mark row={row} />
      {row.kind === 'file' && row.file.language !== null && (
        <span className={classes.language}>{row.file.language}</span>
      )}
      <span className={classes.size}>{formatBytes(isFolder ? row.folder.bytes : row.file.size)}</span>
    </div>
  );
}, isSame);

/** Comparison for `memo`: rows are recreated when a folder opens, but an equal row need not re-render. */
function isSame(a: TreeLineProps, b: TreeLineProps): boolean {
  return (
    a.top === b.top &&
    a.height === b.height &&
    a.isHere === b.isHere &&
    a.isShown === b.isShown &&
    a.onPress === b.onPress &&
    a.row.position === b.row.position &&
    a.row.siblings === b.row.siblings &&
    (a.row.kind === 'folder'
      ? b.row.kind === 'folder' && a.row.folder === b.row.folder && a.row.isOpen === b.row.isOpen
      : b.row.kind === 'file' && a.row.file === b.row.file)
  );
}

function RowIcon({ row }: { row: TreeRow }) {
  if (row.kind === 'file') {
    const Icon = row.file.isText ? IconFile : IconFileDigit;
    return (
      <>
        <span className={classes.chevron} />
        <Icon className={classes.icon} size={17} stroke={1.6} aria-hidden />
      </>
    );
  }
  const isOpen = row.isOpen || undefined;
  const Icon = isOpen ? IconFolderOpen : IconFolder;
  return (
    <>
      <IconChevronRight className={classes.chevron} data-open={isOpen} size={15} aria-hidden />
      <Icon className={classes.icon} data-folder size={17} stroke={1.6} aria-hidden />
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
      <span className={classes.mark} title={name}>
        <WarningSign code={warning} size={16} />
        <span className="g2-hidden">{name}</span>
      </span>
    );
  }
  if (row.isOpen || row.folder.warnings === 0) return null;
  const text = t.warningCount(row.folder.warnings);
  return (
    <span className={classes.within} title={text}>
      <span className="g2-hidden">{text}</span>
    </span>
  );
}
