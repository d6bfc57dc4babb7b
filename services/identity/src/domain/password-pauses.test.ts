import { expect, it } from 'vitest';
import { pauseAfterPasswords } from './password-pauses.ts';

it('doubles the pause after each wrong password beyond the limit, up to five minutes', () => {
  expect([0, 1, 99].map((wrong) => pauseAfterPasswords(wrong, 100))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
  expect([100, 101, 102, 103, 104, 1_000].map((wrong) => pauseAfterPasswords(wrong, 100))).toEqual([
    30, 60, 120, 240, 300, 300,
  ]);
});
