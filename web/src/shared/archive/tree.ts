import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { whenUsed } from '@g2/gateway/contract/when-used';

/** A folder of a deposit, with all that is below it in sum. */
export type Folder = {
  /** With a slash at its end; empty for the whole deposit. */
  readonly path: string;
  readonly name: string;
  files: number;
  bytes: number;
  /** Of files somewhere below it. */
  warnings: number;
  readonly folders: Map<string, Folder>;
  readonly own: ArchiveFile[];
};

/** Where a line stands: `depth` counts from 0, `position` from 1 among the `siblings` of its folder. */
type Place = { readonly depth: number; readonly position: number; readonly siblings: number };
type FolderRow = Place & { readonly kind: 'folder'; readonly folder: Folder; readonly isOpen: boolean };
type FileRow = Place & { readonly kind: 'file'; readonly name: string; readonly file: ArchiveFile };
/** One line of the tree as it is shown. */
export type TreeRow = FolderRow | FileRow;

/** A row's own path: a folder's ends with a slash. */
export const pathOfRow = (row: TreeRow): string => (row.kind === 'folder' ? row.folder.path : row.file.path);

export const nameOfRow = (row: TreeRow): string => (row.kind === 'folder' ? row.folder.name : row.name);

/** The last part of a path. */
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

/** The files as folders within folders. */
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
/** A folder is put in order when it is first shown, and once: the largest hold everything there is. */
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

/** The lines to show, folders before files, each by name; what is within a folder only where its path is in `open`. */
export function rowsOf(root: Folder, open: ReadonlySet<string>): TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, root, open, 0);
  return rows;
}

function addRows(rows: TreeRow[], parent: Folder, open: ReadonlySet<string>, depth: number): void {
  const { folders, files } = inOrder(parent);
  const siblings = folders.length + files.length;
  let position = 0;
  for (const folder of folders) {
    position++;
    const isOpen = open.has(folder.path);
    rows.push({ kind: 'folder', depth, position, siblings, folder, isOpen });
    if (isOpen) addRows(rows, folder, open, depth + 1);
  }
  for (const { name, file } of files) {
    position++;
    rows.push({ kind: 'file', depth, position, siblings, name, file });
  }
}

/** Every file in the order in which the tree shows them, whatever is open. */
export function filesInOrder(root: Folder): ArchiveFile[] {
  const all: ArchiveFile[] = [];
  const add = (folder: Folder) => {
    const { folders, files } = inOrder(folder);
    for (const next of folders) add(next);
    for (const { file } of files) all.push(file);
  };
  add(root);
  return all;
}

/** The paths of all folders. */
export function foldersOf(root: Folder): Set<string> {
  const paths = new Set<string>();
  const add = ({ folders }: Folder) => {
    for (const folder of folders.values()) {
      paths.add(folder.path);
      add(folder);
    }
  };
  add(root);
  return paths;
}

/** Every folder above a file, from the outermost: what is open for it to be seen. */
export const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => `${names.slice(0, index + 1).join('/')}/`);

/** What holds nothing but one folder, as archives of a repository begin: those folders, from the outermost. */
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

/** A folder that holds nothing but one folder, as archives of a repository begin, is open with it. */
export const openAtFirst = (root: Folder): Set<string> => new Set(wrappers(root).map(({ path }) => path));

const README = /^(readme|leia-?me)(\.(md|markdown|txt))?$/i;

/**
 * The text that says what all the others are: the one where the deposit begins, else the one least deep.
 * @param isWhole whether more files may still come: until then only the first will do
 */
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
