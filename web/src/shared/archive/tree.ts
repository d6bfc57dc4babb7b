import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { foldText } from '../../lib/words.ts';

/** A folder of a deposit; `files`, `bytes` and `warnings` include all of its subfolders. */
export type Folder = {
  /** Ends with a slash; empty for the root of the deposit. */
  readonly path: string;
  readonly name: string;
  files: number;
  bytes: number;
  /** Number of files with a warning, including those in subfolders. */
  warnings: number;
  readonly folders: Map<string, Folder>;
  readonly own: ArchiveFile[];
};

/** Position of a row: `depth` from 0, `position` from 1 among the `siblings` rows of its folder. */
type Place = { readonly depth: number; readonly position: number; readonly siblings: number };
type FolderRow = Place & { readonly kind: 'folder'; readonly folder: Folder; readonly isOpen: boolean };
type FileRow = Place & { readonly kind: 'file'; readonly name: string; readonly file: ArchiveFile };
export type TreeRow = FolderRow | FileRow;

export const pathOfRow = (row: TreeRow): string => (row.kind === 'folder' ? row.folder.path : row.file.path);

export const nameOfRow = (row: TreeRow): string => (row.kind === 'folder' ? row.folder.name : row.name);

export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const folderOf = (path: string, name: string): Folder => ({
  path,
  name,
  files: 0,
  bytes: 0,
  warnings: 0,
  folders: new Map(),
  own: [],
});

export function treeOf(files: readonly ArchiveFile[]): Folder {
  const root = folderOf('', '');
  for (const file of files) {
    let folder = root;
    count(folder, file);
    const parts = file.path.split('/');
    for (const name of parts.slice(0, -1)) {
      let next = folder.folders.get(name);
      if (next === undefined) {
        next = folderOf(`${folder.path}${name}/`, name);
        folder.folders.set(name, next);
      }
      folder = next;
      count(folder, file);
    }
    folder.own.push(file);
  }
  return root;
}

function count(folder: Folder, { size, warning }: ArchiveFile): void {
  folder.files++;
  folder.bytes += size;
  if (warning !== null) folder.warnings++;
}

const byName = whenUsed(() => new Intl.Collator('pt-BR', { numeric: true }));

interface Sorted {
  readonly folders: readonly Folder[];
  readonly files: readonly { readonly name: string; readonly file: ArchiveFile }[];
}
/** Sorted content of folders. A folder is sorted once, when it is first shown, because large ones are slow to sort. */
const sorted = new WeakMap<Folder, Sorted>();

function inOrder(folder: Folder): Sorted {
  const known = sorted.get(folder);
  if (known !== undefined) return known;
  const order: Sorted = {
    folders: [...folder.folders.values()].sort((a, b) => byName().compare(a.name, b.name)),
    files: folder.own
      .map((file) => ({ name: nameOf(file.path), file }))
      .sort((a, b) => byName().compare(a.name, b.name)),
  };
  sorted.set(folder, order);
  return order;
}

/** The visible rows: folders before files, each sorted by name. Only folders with their path in `open` are expanded. */
export function rowsOf(root: Folder, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const add = (parent: Folder, depth: number) => {
    const { folders, files } = inOrder(parent);
    const siblings = folders.length + files.length;
    let position = 0;
    for (const folder of folders) {
      const isOpen = open.has(folder.path);
      rows.push({ kind: 'folder', depth, position: ++position, siblings, folder, isOpen });
      if (isOpen) add(folder, depth + 1);
    }
    for (const { name, file } of files) {
      rows.push({ kind: 'file', depth, position: ++position, siblings, name, file });
    }
  };
  add(root, 0);
  return rows;
}

/** Every file in display order, including files in closed folders. */
export function filesInOrder(root: Folder): ArchiveFile[] {
  const { folders, files } = inOrder(root);
  return [...folders.flatMap((folder) => filesInOrder(folder)), ...files.map(({ file }) => file)];
}

/** Paths of all folders below `root`. */
export const foldersOf = (root: Folder): Set<string> =>
  new Set([...root.folders.values()].flatMap((folder) => [folder.path, ...foldersOf(folder)]));

/** All parent folders of a file, outermost first: they must be open for the file to be visible. */
export const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => `${names.slice(0, index + 1).join('/')}/`);

/** The leading folders that contain only one folder, outermost first; archives of a repository often have one. */
function wrappers(root: Folder): Folder[] {
  const found: Folder[] = [];
  for (let folder = root; folder.own.length === 0 && folder.folders.size === 1; ) {
    const [only] = folder.folders.values();
    if (only === undefined) break;
    found.push(only);
    folder = only;
  }
  return found;
}

export const openAtFirst = (root: Folder): Set<string> => new Set(wrappers(root).map(({ path }) => path));

const README = /^(readme|leia-?me)(\.(md|markdown|txt))?$/i;

/** The README closest to the root; until all files are loaded (`isWhole`), only one at the root counts. */
export function readmeOf(root: Folder, isWhole: boolean): ArchiveFile | undefined {
  let level = [wrappers(root).at(-1) ?? root];
  while (level.length > 0) {
    for (const folder of level) {
      const found = folder.own
        .filter(({ path, isText }) => isText && README.test(nameOf(path)))
        .sort((a, b) => weight(a.path) - weight(b.path))[0];
      if (found !== undefined) return found;
    }
    if (!isWhole) return undefined;
    level = level.flatMap((folder) => [...inOrder(folder).folders]);
  }
  return undefined;
}

const weight = (path: string): number => (/\.(md|markdown)$/i.test(path) ? 0 : /\.txt$/i.test(path) ? 1 : 2);

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
  const start = foldText(typed);
  const from = start.length === 1 ? at + 1 : at;
  for (let n = 0; n < rows.length; n++) {
    const index = (from + n) % rows.length;
    const row = rows[index];
    if (row !== undefined && foldText(nameOfRow(row)).startsWith(start)) return index;
  }
  return -1;
}
