/** Time step of RFC 6238, ms. */
const STEP_MS = 30_000;
/** Accepted clock drift, steps. */
const DRIFT = 1;

export type CodeAt = (step: number) => string;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** Time step of a valid code, later than the last used one (RFC 6238, section 5.2). @returns undefined otherwise */
export function stepOf(code: string, codeAt: CodeAt, lastStep: number, now: Date): number | undefined {
  const current = stepAt(now);
  for (let step = Math.max(current - DRIFT, lastStep + 1); step <= current + DRIFT; step++) {
    if (codeAt(step) === code) return step;
  }
  return undefined;
}
