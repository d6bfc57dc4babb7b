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
  ['no difference between equal manifests', kept, rows, found, []],
  ['rows of the database, with sizes as text', kept, rows.map((row) => ({ ...row, size: '5' })), found, []],
  ['what registration does not have yet', { root: 'r', registeredRoot: null }, rows, found, []],
  ['a missing row', kept, rows.slice(1), found, ['in the file alone: "a", 5 bytes, aa']],
  [
    'a missing row of a repeated path',
    kept,
    rows.slice(0, 2),
    found,
    ['in the file alone: "b", 5 bytes, bb'],
  ],
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
    'another root at registration',
    { root: 'r', registeredRoot: 'x' },
    rows,
    found,
    ['its root is r, registration has x'],
  ],
  [
    'bytes that are not a valid ZIP',
    kept,
    rows,
    { refusal: 'zip-damaged' },
    ['its bytes make no manifest: zip-damaged'],
  ],
] as const)('reports %s', (_, has, lines, made, expected) => {
  expect(describeDifferences(has, lines, made)).toEqual(expected);
});

it('lists the first differences, then the number of the rest', () => {
  const many = Array.from({ length: 10 }, (_, i) => file(`n${i}`));
  expect(describeDifferences(kept, [...rows, ...many], found).at(-1)).toBe('in the rows alone: 7 more');
});
