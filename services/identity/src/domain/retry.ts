const HOUR_MS = 3_600_000;
const LONGEST_MS = 6 * HOUR_MS;
/** 18 attempts take about two days with the default first wait of 30 s. */
const MAX_ATTEMPTS = 18;

/** Exponential back-off up to six hours. @param baseMs first wait, ms @returns undefined to give up */
export function nextAttempt(attempts: number, baseMs: number, now: Date): Date | undefined {
  if (attempts >= MAX_ATTEMPTS) return undefined;
  return new Date(now.getTime() + Math.min(LONGEST_MS, baseMs * 2 ** (attempts - 1)));
}
