/** Timers with at least this delay fire only in `advanceClock`, so that no toast or time limit expires by itself. */
const MIN_HELD_DELAY_MS = 4_000;

interface HeldTimer {
  /** Time on the test clock, ms. */
  readonly dueAt: number;
  readonly run: () => void;
}

const nativeSetTimeout = window.setTimeout;
const nativeClearTimeout = window.clearTimeout;
const heldTimers = new Map<number, HeldTimer>();
let elapsedMs = 0;
/** Ids of held timers are negative, so that they differ from the ids of the browser. */
let lastId = 0;

/** Replaces `setTimeout` and `clearTimeout` of the page under test; Vitest keeps the native functions. */
export function installClock(): void {
  window.setTimeout = ((handler: TimerHandler, ms = 0, ...args: unknown[]): number => {
    if (ms < MIN_HELD_DELAY_MS || typeof handler !== 'function')
      return nativeSetTimeout.call(window, handler, ms, ...args);
    lastId -= 1;
    heldTimers.set(lastId, { dueAt: elapsedMs + ms, run: () => handler(...args) });
    return lastId;
  }) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    if (id === undefined || !heldTimers.delete(id)) nativeClearTimeout.call(window, id);
  };
}

/** Fires the held timers that are due within the next `ms`, in order of their due time. `Date` does not change. */
export function advanceClock(ms: number): void {
  const endMs = elapsedMs + ms;
  for (;;) {
    const dueTimers = [...heldTimers].filter(([, timer]) => timer.dueAt <= endMs);
    const nextTimer = dueTimers.toSorted(([, a], [, b]) => a.dueAt - b.dueAt)[0];
    if (nextTimer === undefined) break;
    const [id, timer] = nextTimer;
    heldTimers.delete(id);
    elapsedMs = timer.dueAt;
    timer.run();
  }
  elapsedMs = endMs;
}

export function resetClock(): void {
  heldTimers.clear();
  elapsedMs = 0;
}
