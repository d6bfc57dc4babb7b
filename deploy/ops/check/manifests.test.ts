import { expect, it } from 'vitest';
import type { ArchiveFile } from '../../../services/storage-hashing/src/archive/findings.ts';
import { describeDifferences } from './manifests.ts';

const place = {} as ArchiveFile['place'];
const file = (path: string, sha256: string | null = 'aa', size = 5): ArchiveFile => ({
  path,
  sha256,
  size,
  place,
  language: null,
  warning: null,
  isText: true,
});
const kept = { root: 'r', registeredRoot: 'r' };
const rows = [file('a'), file('b'), file('b', 'bb')];
const found = { root: 'r', entries: rows };

it.each([
  ['nothing', kept, rows, found, []],
  ['rows of the database, with sizes as text', kept, rows.map((row) => ({ ...row, size: '5' })), found, []],
  ['what registration does not have yet', { root: 'r', registeredRoot: null }, rows, found, []],
  ['a line that is gone', kept, rows.slice(1), found, ['in the file alone: "a", 5 bytes, aa']],
  ['one of two of a name', kept, rows.slice(0, 2), found, ['in the file alone: "b", 5 bytes, bb']],
  [
    'another hash',
    kept,
    [file('a', 'cc'), ...rows.slice(1)],
    found,
    ['in the rows alone: "a", 5 bytes, cc', 'in the file alone: "a", 5 bytes, aa'],
  ],
  ['another order', kept, rows.toReversed(), found, ['its rows stand in another order']],
  ['another root', { root: 'x', registeredRoot: 'r' }, rows, found, ['its root is r, kept is x']],
  [
    'another root elsewhere',
    { root: 'r', registeredRoot: 'x' },
    rows,
    found,
    ['its root is r, registration has x'],
  ],
  ['no ZIP', kept, rows, { refusal: 'zip-damaged' }, ['its bytes make no manifest: zip-damaged']],
] as const)('tells of %s', (_, has, lines, made, expected) => {
  expect(describeDifferences(has, lines, made)).toEqual(expected);
});

it('reports many lines by the first of them', () => {
  const many = Array.from({ length: 10 }, (_, i) => file(`n${i}`));
  expect(describeDifferences(kept, [...rows, ...many], found).at(-1)).toBe('in the rows alone: 7 more');
});
