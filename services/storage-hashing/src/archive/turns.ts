import { setImmediate } from 'node:timers/promises';

/** Maximum time without yielding, ms. */
const TURN_MS = 10;

/** Yields when due; returns true if it did. @throws the signal's reason when aborted */
export function takingTurns(signal: AbortSignal): () => Promise<boolean> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < TURN_MS) return false;
    await setImmediate();
    signal.throwIfAborted();
    since = performance.now();
    return true;
  };
}
