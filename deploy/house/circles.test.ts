import { expect, test } from 'vitest';
import { findImportCycles } from './circles.ts';
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
