import { expect, it } from 'vitest';
import { percentOf, secondsLeft } from './upload-progress.ts';

it('a transfer is never more than whole: what is sent around the file counts for nothing', () => {
  expect([percentOf(200, 200), percentOf(205, 200)]).toEqual([100, 100]);
});

it('the time left is told from the first full second on', () => {
  expect([999, 1_000].map((elapsed) => secondsLeft(10, 100, elapsed))).toEqual([null, 9]);
});
