import { setImmediate } from 'node:timers/promises';

/** Maximum time without yielding, ms. */
const MAX_BLOCKING_MS = 10;

/** Yields when due; returns true if it did. @throws the signal's reason when aborted */
export function createYield(signal: AbortSignal): () => Promise<boolean> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < MAX_BLOCKING_MS) return false;
    await setImmediate();
    signal.throwIfAborted();
    since = performance.now();
    return true;
  };
}
