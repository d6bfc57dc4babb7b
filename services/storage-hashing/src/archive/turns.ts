import { setImmediate } from 'node:timers/promises';

/** How long work may hold the event loop, ms. */
const TURN_MS = 10;

/**
 * Lets others have their turn now and then; true when it did.
 * @throws the signal's reason once it is aborted
 */
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
