import { describe, expect, it } from 'vitest';
import { nextAttempt } from './retry.ts';

const now = new Date('2026-11-21T12:00:00Z');
const minutes = (date: Date | undefined) => date && (date.getTime() - now.getTime()) / 60_000;

describe('nextAttempt', () => {
  it('doubles the wait up to six hours, then gives up', () => {
    expect([1, 2, 3, 12, 17].map((n) => minutes(nextAttempt(n, 30_000, now)))).toEqual([0.5, 1, 2, 360, 360]);
    expect(nextAttempt(18, 30_000, now)).toBeUndefined();
  });
});
