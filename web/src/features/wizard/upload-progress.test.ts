import { describe, expect, it } from 'vitest';
import { percentOf, quarterOf, secondsLeft, timeLeftText } from './upload-progress.ts';

describe('progress of an upload', () => {
  it('is whole percent, 100 only at the end', () => {
    expect([percentOf(0, 200), percentOf(199, 200), percentOf(200, 200), percentOf(9, 0)]).toEqual([
      0, 99, 100, 100,
    ]);
    expect([0, 24, 25, 99, 100].map(quarterOf)).toEqual([0, 0, 25, 75, 100]);
  });
  it('tells the time left once there is a pace', () => {
    expect(secondsLeft(10, 100, 999)).toBeNull();
    expect(secondsLeft(0, 100, 5000)).toBeNull();
    expect(secondsLeft(100, 100, 5000)).toBeNull();
    expect(secondsLeft(25, 100, 4000)).toBe(12);
  });
  it('rounds it up, calmly', () => {
    expect([1, 12, 59, 60, 61, 3600].map(timeLeftText)).toEqual([
      'cerca de 5 s',
      'cerca de 15 s',
      'cerca de 60 s',
      'cerca de 1 min',
      'cerca de 2 min',
      'cerca de 60 min',
    ]);
  });
});

it('a transfer is never more than whole: what is sent around the file counts for nothing', () => {
  expect([percentOf(200, 200), percentOf(205, 200)]).toEqual([100, 100]);
});

it('the time left is told from the first full second on', () => {
  expect([999, 1_000].map((elapsed) => secondsLeft(10, 100, elapsed))).toEqual([null, 9]);
});
