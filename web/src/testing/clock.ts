/** Timers of at least this delay run only by `advanceClock`: toasts and time limits do not expire during a test. */
const HELD_FROM_MS = 4_000;

interface HeldTimer {
  readonly due: number;
  readonly run: () => void;
}

const nativeSetTimeout = window.setTimeout;
const nativeClearTimeout = window.clearTimeout;
const heldTimers = new Map<number, HeldTimer>();
let elapsed = 0;
/** Timer ids are negative, so that they differ from the browser's own timer ids. */
let lastId = 0;

/** Replaces `setTimeout` and `clearTimeout` of the page under test; Vitest keeps the native functions. */
export function installClock(): void {
  window.setTimeout = ((handler: TimerHandler, ms = 0, ...rest: unknown[]): number => {
    if (ms < HELD_FROM_MS || typeof handler !== 'function')
      return nativeSetTimeout.call(window, handler, ms, ...rest);
    lastId -= 1;
    heldTimers.set(lastId, { due: elapsed + ms, run: () => handler(...rest) });
    return lastId;
  }) as typeof window.setTimeout;
  window.clearTimeout = (id) => {
    if (id === undefined || !heldTimers.delete(id)) nativeClearTimeout.call(window, id);
  };
}

/** Fires the held timers that are due within the next `ms`, in order of their due time. `Date` does not change. */
export function advanceClock(ms: number): void {
  const until = elapsed + ms;
  for (;;) {
    const due = [...heldTimers].filter(([, timer]) => timer.due <= until);
    const next = due.toSorted(([, a], [, b]) => a.due - b.due)[0];
    if (next === undefined) break;
    const [id, timer] = next;
    heldTimers.delete(id);
    elapsed = timer.due;
    timer.run();
  }
  elapsed = until;
}

export function resetClock(): void {
  heldTimers.clear();
  elapsed = 0;
}
