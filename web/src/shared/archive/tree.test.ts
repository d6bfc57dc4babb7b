import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { expect, it } from 'vitest';
import {
  allFolderPaths,
  filesInTreeOrder,
  findReadme,
  initiallyOpenPaths,
  parentFolderPaths,
  rowsOf,
  treeOf,
} from './tree.ts';

const file = (path: string, changes: Partial<ArchiveFile> = {}): ArchiveFile => ({
  path,
  size: 10,
  sha256: 'a'.repeat(64),
  language: null,
  warning: null,
  isText: true,
  ...changes,
});
/** The visible rows as text: a folder with its numbers of files, bytes and warnings. */
const treeLines = (files: ArchiveFile[], openPaths: string[] = []) =>
  rowsOf(treeOf(files), new Set(openPaths)).map((row) =>
    row.kind === 'folder'
      ? `${'  '.repeat(row.depth)}${row.folder.name}/ ${row.folder.files} ${row.folder.bytes} ${row.folder.warnings}`
      : `${'  '.repeat(row.depth)}${row.name}`,
  );

it('rowsOf sorts folders before files and names in natural order, and sums files, bytes and warnings', () => {
  const files = [
    file('b.ts'),
    file('a10.ts'),
    file('a9.ts'),
    file('src/x.ts'),
    file('src/deep/.env', { warning: 'env-file' }),
    file('Ágata/y.ts'),
  ];
  expect(treeLines(files)).toEqual(['Ágata/ 1 10 0', 'src/ 2 20 1', 'a9.ts', 'a10.ts', 'b.ts']);
  expect(treeLines(files, ['src/', 'src/deep/'])).toEqual([
    'Ágata/ 1 10 0',
    'src/ 2 20 1',
    '  deep/ 1 10 1',
    '    .env',
    '  x.ts',
    'a9.ts',
    'a10.ts',
    'b.ts',
  ]);
});

it('initiallyOpenPaths returns the folders that contain all files of the deposit', () => {
  expect([...initiallyOpenPaths(treeOf([file('repo/src/a.ts'), file('repo/src/b.ts')]))]).toEqual([
    'repo/',
    'repo/src/',
  ]);
  expect([...initiallyOpenPaths(treeOf([file('repo/a.ts'), file('b.ts')]))]).toEqual([]);
  expect([...initiallyOpenPaths(treeOf([]))]).toEqual([]);
});

it('parentFolderPaths returns all parent folders of a file', () => {
  expect(parentFolderPaths('a/b/c.ts')).toEqual(['a/', 'a/b/']);
  expect(parentFolderPaths('c.ts')).toEqual([]);
});

it('rowsOf gives each row its depth, its position and the number of rows in its folder', () => {
  const rows = rowsOf(treeOf([file('a/x.ts'), file('a/y.ts'), file('b.ts')]), new Set(['a/']));
  expect(rows.map(({ depth, position, siblingCount }) => [depth, position, siblingCount])).toEqual([
    [0, 1, 2],
    [1, 1, 2],
    [1, 2, 2],
    [0, 2, 2],
  ]);
});

it('filesInTreeOrder and allFolderPaths include the files and folders in closed folders', () => {
  const files = ['z.ts', 'a/b/2.ts', 'a/1.ts', 'a/b/10.ts'].map((path) => file(path));
  const tree = treeOf(files);
  expect(filesInTreeOrder(tree).map(({ path }) => path)).toEqual(['a/b/2.ts', 'a/b/10.ts', 'a/1.ts', 'z.ts']);
  expect(allFolderPaths(tree)).toEqual(new Set(['a/', 'a/b/']));
});

it('rowsOf returns a row for each of two files with the same path', () => {
  expect(treeLines([file('a.ts'), file('a.ts')])).toEqual(['a.ts', 'a.ts']);
});

const readmePath = (paths: string[], isWhole = true) =>
  findReadme(treeOf(paths.map((path) => file(path))), isWhole)?.path;

it('findReadme prefers a README at the root of the deposit, and Markdown to plain text', () => {
  expect(readmePath(['docs/README.md', 'readme.txt', 'src/a.ts'])).toBe('readme.txt');
  expect(readmePath(['repo/README.md', 'repo/docs/README.md'])).toBe('repo/README.md');
  expect(readmePath(['README', 'README.txt', 'README.md'])).toBe('README.md');
  expect(readmePath(['LEIA-ME.txt', 'a.ts'])).toBe('LEIA-ME.txt');
  expect(readmePath(['README.ts', 'a.ts'])).toBeUndefined();
});

it('findReadme returns a README in a subfolder only after all files are loaded', () => {
  expect(readmePath(['b/README.md', 'a/c/README.md', 'x.ts'])).toBe('b/README.md');
  expect(readmePath(['b/README.md', 'x.ts'], false)).toBeUndefined();
});

it('findReadme ignores a README that is not a text file', () => {
  expect(findReadme(treeOf([file('README.md', { isText: false })]), true)).toBeUndefined();
});
