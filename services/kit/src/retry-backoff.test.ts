import { AppError } from '@g2/terms/errors';
import { describe, expect, it } from 'vitest';
import { createRetryBackoff } from './retry-backoff.ts';

const trouble = Object.assign(new Error('x'), { code: '25006' });
const refusal = new AppError('not-found');
const born = new Date('2026-03-01T12:00:00Z');

/**
 * Repeats an event that always fails with `error`, each time when its retry is due. Returns the times of the
 * attempts, ms after the first, and whether the event was given up.
 */
function tries(error: unknown, untilMs: number): { at: number[]; dead: boolean } {
  const waiting = createRetryBackoff();
  const at: number[] = [];
  for (let now = 0; now <= untilMs; ) {
    at.push(now);
    const verdict = waiting.failed('e', born, error, born.getTime() + now);
    if ('giveUp' in verdict) return { at, dead: true };
    now += verdict.delayMs;
  }
  return { at, dead: false };
}

describe('an event that failed', () => {
  it('is retried as long as the outage lasts, and never given up', () => {
    const week = 7 * 24 * 3_600_000;
    const { at, dead } = tries(trouble, week);
    expect(dead).toBe(false);
    const waits = at.slice(1).map((time, i) => time - (at[i] ?? 0));
    expect(Math.max(...waits)).toBe(300_000);
  });

  it('waits about half the duration of the outage so far', () => {
    const { at } = tries(trouble, 10 * 60_000);
    for (const [i, time] of at.entries()) {
      const next = at[i + 1];
      if (next !== undefined && time > 1_000) expect(next - time).toBeLessThanOrEqual(time * 0.65);
    }
  });

  it('is given up after five refusals, regardless of outages between them', () => {
    expect(tries(refusal, 3_600_000)).toMatchObject({ dead: true, at: { length: 6 } });
    const waiting = createRetryBackoff();
    const now = born.getTime();
    for (let n = 0; n < 50; n++) expect(waiting.failed('e', born, trouble, now)).toHaveProperty('delayMs');
    for (let n = 0; n < 5; n++) expect(waiting.failed('e', born, refusal, now)).toHaveProperty('delayMs');
    expect(waiting.failed('e', born, refusal, now)).toEqual({ giveUp: true });
  });

  it('has a number of failures of its own', () => {
    const waiting = createRetryBackoff();
    for (let n = 0; n < 5; n++) waiting.failed('one', born, refusal, born.getTime());
    expect(waiting.failed('another', born, refusal, born.getTime())).toHaveProperty('delayMs');
  });
});

describe('the age of the oldest waiting event', () => {
  it('counts an event until it is done, given up, or taken by another replica', () => {
    const waiting = createRetryBackoff();
    const at = (seconds: number) => born.getTime() + seconds * 1_000;
    expect(waiting.oldestSeconds(at(0))).toBe(0);
    waiting.failed('a', born, trouble, at(10));
    waiting.failed('b', new Date(at(5)), trouble, at(10));
    expect(waiting.oldestSeconds(at(20))).toBe(20);
    waiting.done('a');
    expect(waiting.oldestSeconds(at(20))).toBe(15);
    // Event `b` is long overdue: another replica has taken it.
    expect(waiting.oldestSeconds(at(120))).toBe(0);
  });
});
