import type { ArchiveFile } from '@g2/gateway/contract/archive';

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

/** One line of the tree as it is shown; `depth` counts from 0. */
export type TreeRow =
  | { readonly kind: 'folder'; readonly depth: number; readonly folder: Folder; readonly isOpen: boolean }
  | { readonly kind: 'file'; readonly depth: number; readonly name: string; readonly file: ArchiveFile };

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

const byName = new Intl.Collator('pt-BR', { numeric: true });

/** The lines to show, folders before files, each by name; what is within a folder only where its path is in `open`. */
export function rowsOf(root: Folder, open: ReadonlySet<string>, depth = 0): TreeRow[] {
  const folders = [...root.folders.values()].toSorted((a, b) => byName.compare(a.name, b.name));
  const files = root.own
    .map((file) => ({ kind: 'file' as const, depth, name: file.path.split('/').at(-1) ?? '', file }))
    .toSorted((a, b) => byName.compare(a.name, b.name));
  return [
    ...folders.flatMap((folder) => {
      const isOpen = open.has(folder.path);
      const row = { kind: 'folder' as const, depth, folder, isOpen };
      return isOpen ? [row, ...rowsOf(folder, open, depth + 1)] : [row];
    }),
    ...files,
  ];
}

/** Every folder above a file, from the outermost: what is open for it to be seen. */
export const foldersAbove = (path: string): string[] =>
  path
    .split('/')
    .slice(0, -1)
    .map((_, index, names) => `${names.slice(0, index + 1).join('/')}/`);

/** A folder that holds nothing but one folder, as archives of a repository begin, is open with it. */
export function openAtFirst(root: Folder): Set<string> {
  const open = new Set<string>();
  for (let folder = root; folder.own.length === 0 && folder.folders.size === 1; ) {
    const [only] = folder.folders.values();
    if (only === undefined) break;
    open.add(only.path);
    folder = only;
  }
  return open;
}
