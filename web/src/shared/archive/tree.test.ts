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
const shown = (files: ArchiveFile[], open: string[] = []) =>
  rowsOf(treeOf(files), new Set(open)).map((row) =>
    row.kind === 'folder'
      ? `${'  '.repeat(row.depth)}${row.folder.name}/ ${row.folder.files} ${row.folder.bytes} ${row.folder.warnings}`
      : `${'  '.repeat(row.depth)}${row.name}`,
  );

it('shows folders first, each with what is below it in sum, and by name as people count', () => {
  const files = [
    file('b.ts'),
    file('a10.ts'),
    file('a9.ts'),
    file('src/x.ts'),
    file('src/deep/.env', { warning: 'env-file' }),
    file('Ágata/y.ts'),
  ];
  expect(shown(files)).toEqual(['Ágata/ 1 10 0', 'src/ 2 20 1', 'a9.ts', 'a10.ts', 'b.ts']);
  expect(shown(files, ['src/', 'src/deep/'])).toEqual([
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

it('opens what holds nothing but one folder', () => {
  expect([...openAtFirst(treeOf([file('repo/src/a.ts'), file('repo/src/b.ts')]))]).toEqual([
    'repo/',
    'repo/src/',
  ]);
  expect([...openAtFirst(treeOf([file('repo/a.ts'), file('b.ts')]))]).toEqual([]);
  expect([...openAtFirst(treeOf([]))]).toEqual([]);
});

it('knows every folder above a file', () => {
  expect(foldersAbove('a/b/c.ts')).toEqual(['a/', 'a/b/']);
  expect(foldersAbove('c.ts')).toEqual([]);
});

it('tells of each line where it stands among those of its folder', () => {
  const rows = rowsOf(treeOf([file('a/x.ts'), file('a/y.ts'), file('b.ts')]), new Set(['a/']));
  expect(rows.map(({ depth, position, siblings }) => [depth, position, siblings])).toEqual([
    [0, 1, 2],
    [1, 1, 2],
    [1, 2, 2],
    [0, 2, 2],
  ]);
});

it('goes through all files as they would stand with every folder open', () => {
  const files = ['z.ts', 'a/b/2.ts', 'a/1.ts', 'a/b/10.ts'].map((path) => file(path));
  const tree = treeOf(files);
  expect(filesInOrder(tree).map(({ path }) => path)).toEqual(['a/b/2.ts', 'a/b/10.ts', 'a/1.ts', 'z.ts']);
  expect(foldersOf(tree)).toEqual(new Set(['a/', 'a/b/']));
});

it('of several files with one path keeps each', () => {
  expect(shown([file('a.ts'), file('a.ts')])).toEqual(['a.ts', 'a.ts']);
});

const readme = (paths: string[], isWhole = true) =>
  readmeOf(treeOf(paths.map((path) => file(path))), isWhole)?.path;

it('finds the README where the deposit begins, before any that is deeper', () => {
  expect(readme(['docs/README.md', 'readme.txt', 'src/a.ts'])).toBe('readme.txt');
  expect(readme(['repo/README.md', 'repo/docs/README.md'])).toBe('repo/README.md');
  expect(readme(['README', 'README.txt', 'README.md'])).toBe('README.md');
  expect(readme(['LEIA-ME.txt', 'a.ts'])).toBe('LEIA-ME.txt');
  expect(readme(['README.ts', 'a.ts'])).toBeUndefined();
});

it('takes a deeper README only once no other can come', () => {
  expect(readme(['b/README.md', 'a/c/README.md', 'x.ts'])).toBe('b/README.md');
  expect(readme(['b/README.md', 'x.ts'], false)).toBeUndefined();
});

it('takes no README that is not text', () => {
  expect(readmeOf(treeOf([file('README.md', { isText: false })]), true)).toBeUndefined();
});
