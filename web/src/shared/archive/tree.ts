import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { whenUsed } from '@g2/gateway/contract/when-used';
import { foldText } from '../../lib/words.ts';

/** A folder of a deposit. `files`, `bytes` and `warnings` are totals that include its subfolders. */
export type Folder = {
  /** Ends with a slash. Empty for the root of the deposit. */
  readonly path: string;
  readonly name: string;
  files: number;
  bytes: number;
  /** Number of files with a warning. */
  warnings: number;
  readonly folders: Map<string, Folder>;
  /** The files directly in this folder. */
  readonly directFiles: ArchiveFile[];
};

/** `depth` counts from 0, `position` from 1. `siblingCount` is the number of rows in the folder, with this row. */
type RowPosition = { readonly depth: number; readonly position: number; readonly siblingCount: number };
type FolderRow = RowPosition & { readonly kind: 'folder'; readonly folder: Folder; readonly isOpen: boolean };
type FileRow = RowPosition & { readonly kind: 'file'; readonly name: string; readonly file: ArchiveFile };
export type TreeRow = FolderRow | FileRow;

export const pathOfRow = (row: TreeRow): string => (row.kind === 'folder' ? row.folder.path : row.file.path);

export const nameOfRow = (row: TreeRow): string => (row.kind === 'folder' ? row.folder.name : row.name);

/** File name of a path, without its folders. */
export const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

const emptyFolder = (path: string, name: string): Folder => ({
  path,
  name,
  files: 0,
  bytes: 0,
  warnings: 0,
  folders: new Map(),
  directFiles: [],
});

/** Builds the folder tree of a list of files. @returns the root folder */
export function treeOf(files: readonly ArchiveFile[]): Folder {
  const root = emptyFolder('', '');
  for (const file of files) {
    let folder = root;
    addToTotals(folder, file);
    const parts = file.path.split('/');
    for (const name of parts.slice(0, -1)) {
      let subfolder = folder.folders.get(name);
      if (subfolder === undefined) {
        subfolder = emptyFolder(`${folder.path}${name}/`, name);
        folder.folders.set(name, subfolder);
      }
      folder = subfolder;
      addToTotals(folder, file);
    }
    folder.directFiles.push(file);
  }
  return root;
}

function addToTotals(folder: Folder, { size, warning }: ArchiveFile): void {
  folder.files++;
  folder.bytes += size;
  if (warning !== null) folder.warnings++;
}

const nameCollator = whenUsed(() => new Intl.Collator('pt-BR', { numeric: true }));

interface SortedContent {
  readonly folders: readonly Folder[];
  readonly files: readonly { readonly name: string; readonly file: ArchiveFile }[];
}
/** Cache: each folder is sorted only once, when it is first shown, because large folders are slow to sort. */
const sortedContents = new WeakMap<Folder, SortedContent>();

function sortedContentOf(folder: Folder): SortedContent {
  const cached = sortedContents.get(folder);
  if (cached !== undefined) return cached;
  const content: SortedContent = {
    folders: [...folder.folders.values()].sort((a, b) => nameCollator().compare(a.name, b.name)),
    files: folder.directFiles
      .map((file) => ({ name: nameOf(file.path), file }))
      .sort((a, b) => nameCollator().compare(a.name, b.name)),
  };
  sortedContents.set(folder, content);
  return content;
}

/** The rows of the tree: folders before files, both sorted by name. @param openPaths paths of the open folders */
export function rowsOf(root: Folder, openPaths: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  const addRows = (parent: Folder, depth: number) => {
    const { folders, files } = sortedContentOf(parent);
    const siblingCount = folders.length + files.length;
    let position = 0;
    for (const folder of folders) {
      const isOpen = openPaths.has(folder.path);
      rows.push({ kind: 'folder', depth, position: ++position, siblingCount, folder, isOpen });
      if (isOpen) addRows(folder, depth + 1);
    }
    for (const { name, file } of files) {
      rows.push({ kind: 'file', depth, position: ++position, siblingCount, name, file });
    }
  };
  addRows(root, 0);
  return rows;
}

/** All files in the order of the tree, including those in closed folders. */
export function filesInTreeOrder(root: Folder): ArchiveFile[] {
  const { folders, files } = sortedContentOf(root);
  return [...folders.flatMap((folder) => filesInTreeOrder(folder)), ...files.map(({ file }) => file)];
}

/** Paths of all folders below `root`. */
export const allFolderPaths = (root: Folder): Set<string> =>
  new Set([...root.folders.values()].flatMap((folder) => [folder.path, ...allFolderPaths(folder)]));

/** Paths of all parent folders of a file, outermost first. They must be open for the file to be visible. */
export const parentFolderPaths = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => `${names.slice(0, index + 1).join('/')}/`);

/** Folders that contain all files of the deposit, outermost first. Archives of a repository often have one. */
function wrapperFolders(root: Folder): Folder[] {
  const wrappers: Folder[] = [];
  for (let folder = root; folder.directFiles.length === 0 && folder.folders.size === 1; ) {
    const [subfolder] = folder.folders.values();
    if (subfolder === undefined) break;
    wrappers.push(subfolder);
    folder = subfolder;
  }
  return wrappers;
}

/** Paths of the folders that are initially open. */
export const initiallyOpenPaths = (root: Folder): Set<string> =>
  new Set(wrapperFolders(root).map(({ path }) => path));

const README = /^(readme|leia-?me)(\.(md|markdown|txt))?$/i;

/**
 * The README closest to the root.
 * @param isWhole true if all files are loaded. Otherwise, only a README at the root is returned
 */
export function findReadme(root: Folder, isWhole: boolean): ArchiveFile | undefined {
  let levelFolders = [wrapperFolders(root).at(-1) ?? root];
  while (levelFolders.length > 0) {
    for (const folder of levelFolders) {
      const readme = folder.directFiles
        .filter(({ path, isText }) => isText && README.test(nameOf(path)))
        .sort((a, b) => formatRank(a.path) - formatRank(b.path))[0];
      if (readme !== undefined) return readme;
    }
    if (!isWhole) return undefined;
    levelFolders = levelFolders.flatMap((folder) => [...sortedContentOf(folder).folders]);
  }
  return undefined;
}

/** Rank of a README by its format: Markdown is preferred to plain text. */
const formatRank = (path: string): number =>
  /\.(md|markdown)$/i.test(path) ? 0 : /\.txt$/i.test(path) ? 1 : 2;

/** Effect of a key in a tree (WAI-ARIA APG, "Tree View"). */
export type TreeKeyEffect =
  | { readonly kind: 'focus-row'; readonly index: number }
  | { readonly kind: 'toggle-folder'; readonly path: string; readonly isOpen: boolean }
  | { readonly kind: 'show-file'; readonly file: ArchiveFile };

/** Number of rows that Page Up and Page Down move by. */
const PAGE_ROWS = 10;

/** Effect of a key on the row at `currentIndex`; null if the key has none. @param key value of `event.key` */
export function treeKeyEffect(
  key: string,
  rows: readonly TreeRow[],
  currentIndex: number,
): TreeKeyEffect | null {
  const row = rows[currentIndex];
  if (row === undefined) return null;
  const focusRow = (index: number): TreeKeyEffect => ({
    kind: 'focus-row',
    index: Math.min(Math.max(index, 0), rows.length - 1),
  });
  const setOpen = (isOpen: boolean): TreeKeyEffect | null =>
    row.kind === 'folder' ? { kind: 'toggle-folder', path: row.folder.path, isOpen } : null;
  const isOpen = row.kind === 'folder' && row.isOpen;
  switch (key) {
    case 'ArrowDown':
      return focusRow(currentIndex + 1);
    case 'ArrowUp':
      return focusRow(currentIndex - 1);
    case 'PageDown':
      return focusRow(currentIndex + PAGE_ROWS);
    case 'PageUp':
      return focusRow(currentIndex - PAGE_ROWS);
    case 'Home':
      return focusRow(0);
    case 'End':
      return focusRow(rows.length - 1);
    case 'ArrowRight':
      return isOpen ? focusRow(currentIndex + 1) : setOpen(true);
    case 'ArrowLeft':
      if (isOpen) return setOpen(false);
      return row.depth === 0 ? null : focusRow(parentIndex(rows, currentIndex, row.depth));
    case 'Enter':
    case ' ':
      return row.kind === 'file' ? { kind: 'show-file', file: row.file } : setOpen(!isOpen);
    default:
      return null;
  }
}

function parentIndex(rows: readonly TreeRow[], rowIndex: number, depth: number): number {
  let index = rowIndex;
  while (index > 0 && (rows[index]?.depth ?? 0) >= depth) index--;
  return index;
}

/**
 * Index of the next row with a name that starts with `typedText`, wrapping around; -1 if there is none. The search for
 * a single letter starts after the current row, the search for several letters at the current row.
 */
export function findRowByPrefix(rows: readonly TreeRow[], currentIndex: number, typedText: string): number {
  const prefix = foldText(typedText);
  const firstIndex = prefix.length === 1 ? currentIndex + 1 : currentIndex;
  for (let offset = 0; offset < rows.length; offset++) {
    const index = (firstIndex + offset) % rows.length;
    const row = rows[index];
    if (row !== undefined && foldText(nameOfRow(row)).startsWith(prefix)) return index;
  }
  return -1;
}
