import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { expect, it } from 'vitest';
import { filesInOrder, foldersAbove, foldersOf, openAtFirst, readmeOf, rowsOf, treeOf } from './tree.ts';

const file = (path: string, changes: Partial<ArchiveFile> = {}): ArchiveFile => ({
  path,
  size: 10,
  sha256: 'a'.repeat(64),
  language: null,
  warning: null,
  isText: true,
  ...changes,
});
const treeLines = (files: ArchiveFile[], open: string[] = []) =>
  rowsOf(treeOf(files), new Set(open)).map((row) =>
    row.kind === 'folder'
      ? `${'  '.repeat(row.depth)}${row.folder.name}/ ${row.folder.files} ${row.folder.bytes} ${row.folder.warnings}`
      : `${'  '.repeat(row.depth)}${row.name}`,
  );

it('sorts folders first and names in natural order, and sums each folder’s files, bytes and warnings', () => {
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

it('initially opens leading folders that contain only one folder', () => {
  expect([...openAtFirst(treeOf([file('repo/src/a.ts'), file('repo/src/b.ts')]))]).toEqual([
    'repo/',
    'repo/src/',
  ]);
  expect([...openAtFirst(treeOf([file('repo/a.ts'), file('b.ts')]))]).toEqual([]);
  expect([...openAtFirst(treeOf([]))]).toEqual([]);
});

it('lists all parent folders of a file', () => {
  expect(foldersAbove('a/b/c.ts')).toEqual(['a/', 'a/b/']);
  expect(foldersAbove('c.ts')).toEqual([]);
});

it('gives each row its depth, its position and the number of siblings in its folder', () => {
  const rows = rowsOf(treeOf([file('a/x.ts'), file('a/y.ts'), file('b.ts')]), new Set(['a/']));
  expect(rows.map(({ depth, position, siblings }) => [depth, position, siblings])).toEqual([
    [0, 1, 2],
    [1, 1, 2],
    [1, 2, 2],
    [0, 2, 2],
  ]);
});

it('filesInOrder lists all files in the order of a fully open tree', () => {
  const files = ['z.ts', 'a/b/2.ts', 'a/1.ts', 'a/b/10.ts'].map((path) => file(path));
  const tree = treeOf(files);
  expect(filesInOrder(tree).map(({ path }) => path)).toEqual(['a/b/2.ts', 'a/b/10.ts', 'a/1.ts', 'z.ts']);
  expect(foldersOf(tree)).toEqual(new Set(['a/', 'a/b/']));
});

it('keeps both rows of two files with the same path', () => {
  expect(treeLines([file('a.ts'), file('a.ts')])).toEqual(['a.ts', 'a.ts']);
});

const readme = (paths: string[], isWhole = true) =>
  readmeOf(treeOf(paths.map((path) => file(path))), isWhole)?.path;

it('prefers the README at the root of the deposit to deeper ones', () => {
  expect(readme(['docs/README.md', 'readme.txt', 'src/a.ts'])).toBe('readme.txt');
  expect(readme(['repo/README.md', 'repo/docs/README.md'])).toBe('repo/README.md');
  expect(readme(['README', 'README.txt', 'README.md'])).toBe('README.md');
  expect(readme(['LEIA-ME.txt', 'a.ts'])).toBe('LEIA-ME.txt');
  expect(readme(['README.ts', 'a.ts'])).toBeUndefined();
});

it('returns a deeper README only after all files are loaded', () => {
  expect(readme(['b/README.md', 'a/c/README.md', 'x.ts'])).toBe('b/README.md');
  expect(readme(['b/README.md', 'x.ts'], false)).toBeUndefined();
});

it('ignores a README that is not text', () => {
  expect(readmeOf(treeOf([file('README.md', { isText: false })]), true)).toBeUndefined();
});
