import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { folded } from '../../lib/words.ts';
import { nameOfRow, type TreeRow } from './tree.ts';

/** Effect of a key in a tree (WAI-ARIA APG, "Tree View"). */
export type TreeStep =
  | { readonly do: 'go'; readonly to: number }
  | { readonly do: 'fold'; readonly path: string; readonly open: boolean }
  | { readonly do: 'show'; readonly file: ArchiveFile };

/** Rows that Page Up and Page Down move by. */
const PAGE = 10;

/** Effect of a key on the row at index `at`; null if it has none. @param key value of `event.key` */
export function treeStep(key: string, rows: readonly TreeRow[], at: number): TreeStep | null {
  const row = rows[at];
  if (row === undefined) return null;
  const go = (to: number): TreeStep => ({ do: 'go', to: Math.min(Math.max(to, 0), rows.length - 1) });
  const fold = (open: boolean): TreeStep | null =>
    row.kind === 'folder' ? { do: 'fold', path: row.folder.path, open } : null;
  const isOpen = row.kind === 'folder' && row.isOpen;
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'PageDown':
      return go(at + PAGE);
    case 'PageUp':
      return go(at - PAGE);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      return isOpen ? go(at + 1) : fold(true);
    case 'ArrowLeft':
      return isOpen ? fold(false) : row.depth === 0 ? null : go(parentOf(rows, at, row.depth));
    case 'Enter':
    case ' ':
      return row.kind === 'file' ? { do: 'show', file: row.file } : fold(!isOpen);
    default:
      return null;
  }
}

function parentOf(rows: readonly TreeRow[], at: number, depth: number): number {
  let index = at;
  while (index > 0 && (rows[index]?.depth ?? 0) >= depth) index--;
  return index;
}

/**
 * Index of the next row with a name that starts with the typed letters, wrapping around; -1 if none. A single letter
 * starts after the row `at`; several letters may also match that row.
 */
export function typedRow(rows: readonly TreeRow[], at: number, typed: string): number {
  const wanted = folded(typed);
  const from = wanted.length === 1 ? at + 1 : at;
  for (let n = 0; n < rows.length; n++) {
    const index = (from + n) % rows.length;
    const row = rows[index];
    if (row !== undefined && folded(nameOfRow(row)).startsWith(wanted)) return index;
  }
  return -1;
}
