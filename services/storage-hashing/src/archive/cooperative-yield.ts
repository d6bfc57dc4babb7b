import { setImmediate } from 'node:timers/promises';

/** Maximum time without yielding to the event loop, ms. */
const MAX_BLOCKING_MS = 10;

/** The returned function yields to the event loop when due, then returns true. @throws the signal's reason */
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
