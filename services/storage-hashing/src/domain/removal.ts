/** Registration's response to IsObjectHeld. */
export type HoldStatus = { held: boolean; pending: boolean };

export type RemovalDecision = 'keep' | 'wait' | 'release';

export function decideRemoval({ held, pending }: HoldStatus): RemovalDecision {
  if (held) return 'keep';
  return pending ? 'wait' : 'release';
}

/** Wait before registration is queried again while an upload ticket may still be committed, ms. */
export const PENDING_MS = 10 * 60_000;

const BASE_BACKOFF_MS = 15_000;
const MAX_BACKOFF_MS = 3_600_000;

/** Wait before the next try, ms. @param failures consecutive failures, from 1 */
export const backOff = (failures: number): number =>
  Math.min(MAX_BACKOFF_MS, BASE_BACKOFF_MS * 2 ** (failures - 1));
