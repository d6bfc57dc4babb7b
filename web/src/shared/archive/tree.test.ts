import type { ArchiveFile } from '@g2/gateway/contract/archive';
import { expect, it } from 'vitest';
import { foldersAbove, openAtFirst, rowsOf, treeOf } from './tree.ts';

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
