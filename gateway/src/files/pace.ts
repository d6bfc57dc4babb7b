/** Bytes a transfer must move per window; only time in which its side could move data counts (docs/architecture.md). */
const MIN_BYTES_PER_WINDOW = 64 * 1024;
const TICKS = 10;
/** Maximum number of consecutive windows in which the other side may block a transfer. */
const MAX_BLOCKED_WINDOWS = 4;

export type PaceOptions = {
  moved: () => number;
  /** Whether the monitored side could move data. Time blocked by the other side does not count. */
  canMove: () => boolean;
  tooSlow: () => void;
  /** Called after the other side has blocked the transfer for four consecutive windows. */
  heldUp?: () => void;
};

/** Calls `tooSlow` or `heldUp`, at most once. @param windowMs ms @returns a function that stops the watch */
export function watchPace(windowMs: number, { moved, canMove, tooSlow, heldUp }: PaceOptions): () => void {
  // Sliding window: byte counts at the last ticks in which the monitored side could move data.
  const marks: number[] = [];
  let held = 0;
  const timer = setInterval(() => {
    if (!canMove()) {
      held += 1;
      if (held < MAX_BLOCKED_WINDOWS * TICKS || !heldUp) return;
      stop();
      heldUp();
      return;
    }
    held = 0;
    const now = moved();
    marks.push(now);
    if (marks.length <= TICKS) return;
    const before = marks.shift() ?? now;
    if (now - before >= MIN_BYTES_PER_WINDOW) return;
    stop();
    tooSlow();
  }, windowMs / TICKS);
  const stop = () => clearInterval(timer);
  return stop;
}
