/** What registration answers about an object (IsObjectHeld). */
export type Hold = { held: boolean; pending: boolean };

/** What becomes of an object that an event let go of, by registration's answer. */
export type Verdict = 'keep' | 'wait' | 'release';

export function verdictOf({ held, pending }: Hold): Verdict {
  if (held) return 'keep';
  return pending ? 'wait' : 'release';
}

/** Until an object is asked about again whose ticket may still be committed, ms; the ticket itself may have a day. */
export const PENDING_MS = 10 * 60_000;

const FIRST_MS = 15_000;
const LONGEST_MS = 3_600_000;

/** Until the next try at a key, ms. @param failures times in a row it failed, from 1 */
export const backOff = (failures: number): number => Math.min(LONGEST_MS, FIRST_MS * 2 ** (failures - 1));
