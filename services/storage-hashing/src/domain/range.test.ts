import { expect, it } from 'vitest';
import { byteRange } from './range.ts';

it.each([
  [undefined, undefined],
  ['bytes=0-', { start: 0, end: 99 }],
  ['bytes=10-19', { start: 10, end: 19 }],
  ['bytes=90-1000', { start: 90, end: 99 }],
  ['bytes=99-99', { start: 99, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-1000', { start: 0, end: 99 }],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', undefined],
  ['bytes=0-1,5-6', undefined],
  ['bytes=-', undefined],
  ['items=0-1', undefined],
  ['bytes=a-b', undefined],
  ['x bytes=0-1', undefined],
  [' bytes=0-1 ', { start: 0, end: 1 }],
])('parses the header Range: %s', (header, expected) => {
  expect(byteRange(header, 100)).toEqual(expected);
});

it('cannot satisfy a suffix range of an empty object', () => {
  expect(byteRange('bytes=-1', 0)).toBe('unsatisfiable');
});
