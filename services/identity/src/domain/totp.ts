/** A step of RFC 6238, ms. */
const STEP_MS = 30_000;
/** Steps a clock may be ahead or behind. */
const DRIFT = 1;

/** The code of a step, by an account's secret. */
export type CodeAt = (step: number) => string;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/**
 * The step whose code this is: now's, the one before or the one after, and none that was taken already (RFC 6238,
 * section 5.2).
 * @param lastStep the step of the last code that was taken
 * @returns undefined when it is no code, or not any more
 */
export function stepOf(code: string, codeAt: CodeAt, lastStep: number, now: Date): number | undefined {
  const current = stepAt(now);
  for (let step = Math.max(current - DRIFT, lastStep + 1); step <= current + DRIFT; step++) {
    if (codeAt(step) === code) return step;
  }
  return undefined;
}
