/** Time step of RFC 6238, ms. */
const STEP_MS = 30_000;
/** Accepted clock drift, steps. */
const DRIFT = 1;

/** Code of a time step. */
export type CodeAt = (step: number) => string;

export const stepAt = (now: Date): number => Math.floor(now.getTime() / STEP_MS);

/** Step of a valid code, later than `lastStep` (RFC 6238, section 5.2). @returns undefined for any other code */
export function stepOf(code: string, codeAt: CodeAt, lastStep: number, now: Date): number | undefined {
  const current = stepAt(now);
  for (let step = Math.max(current - DRIFT, lastStep + 1); step <= current + DRIFT; step++) {
    if (codeAt(step) === code) return step;
  }
  return undefined;
}
