/** Response of IsObjectHeld. */
export type Hold = { held: boolean; pending: boolean };

export type Verdict = 'keep' | 'wait' | 'release';

export function verdictOf({ held, pending }: Hold): Verdict {
  if (held) return 'keep';
  return pending ? 'wait' : 'release';
}

/** Wait while the object's ticket may still be committed, ms; a ticket lives up to a day. */
export const PENDING_MS = 10 * 60_000;

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** ms. @param failures consecutive failures, from 1 */
export const backOff = (failures: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
