const HOUR_MS = 3_600_000;
const LONGEST_MS = 6 * HOUR_MS;
/** With the usual 30 s that is some two days of trying. */
const MAX_ATTEMPTS = 18;

/**
 * When a mail that failed is tried again: twice the wait each time, at most six hours.
 * @param attempts made so far
 * @param baseMs wait after the first, ms
 * @returns undefined when it is given up
 */
export function nextAttempt(attempts: number, baseMs: number, now: Date): Date | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined;
  return new Date(now.getTime() + Math.min(LONGEST_MS, baseMs * 2 ** (attempts - 1)));
}
