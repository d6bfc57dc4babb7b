import { expect, test } from 'vitest';
import { findFolderCycles, findImportCycles } from './circles.ts';
import { importGraph } from './imports.ts';

const graph = (of: Record<string, string[]>) => new Map(Object.entries(of));

test('finds no cycle in a chain or a diamond of imports', () => {
  expect(findImportCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('reports each import cycle once, with exactly its members', () => {
  const found = findImportCycles(
    graph({ start: ['a'], a: ['b'], b: ['c', 'end'], c: ['a'], end: [], x: ['y'], y: ['x'] }),
  );
  expect(new Set(found)).toEqual(
    new Set([
      ['a', 'b', 'c'],
      ['x', 'y'],
    ]),
  );
});

test('counts type-only imports, but not imports in comments', () => {
  const sources = new Map([
    ['deploy/a.ts', "import type { B } from './b.ts';"],
    ['deploy/b.ts', "import { a } from './a.ts';\n// import { c } from './c.ts';"],
    ['deploy/c.ts', "import { b } from './b.ts';"],
  ]);
  expect(findImportCycles(importGraph(sources))).toEqual([['deploy/a.ts', 'deploy/b.ts']]);
});

const inService = (of: Record<string, string[]>) =>
  graph(
    Object.fromEntries(
      Object.entries(of).map(([file, targets]) => [pathOf(file), targets.map(pathOf)] as const),
    ),
  );
const pathOf = (file: string) => `services/identity/src/${file}`;

test('reports folders of a service that import each other, even through different files', () => {
  const found = findFolderCycles(inService({ 'a/one.ts': ['b/one.ts'], 'b/two.ts': ['a/domain/two.ts'] }));
  expect(found).toEqual([['services/identity/src/a', 'services/identity/src/b']]);
});

test('accepts one-way imports between folders, and ignores tests and files directly in src/', () => {
  const imports = {
    'a/one.ts': ['b/one.ts', 'a/two.ts', 'wiring.ts'],
    'wiring.ts': ['a/one.ts', 'b/one.ts'],
    'b/one.test.ts': ['a/one.ts'],
  };
  expect(findFolderCycles(inService(imports))).toEqual([]);
});
