import { expect, test } from 'vitest';
import { findImportCycles } from './circles.ts';
import { importGraph } from './imports.ts';

const graph = (of: Record<string, string[]>) => new Map(Object.entries(of));

test('accepts a chain and a diamond', () => {
  expect(findImportCycles(graph({ a: ['b', 'c'], b: ['d'], c: ['d'], d: [] }))).toEqual([]);
});

test('reports a cycle once, with its members and without files that only lead to it', () => {
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

test('counts type imports and ignores comments', () => {
  const sources = new Map([
    ['deploy/a.ts', "import type { B } from './b.ts';"],
    ['deploy/b.ts', "import { a } from './a.ts';\n// import { c } from './c.ts';"],
    ['deploy/c.ts', "import { b } from './b.ts';"],
  ]);
  expect(findImportCycles(importGraph(sources))).toEqual([['deploy/a.ts', 'deploy/b.ts']]);
});
