/** What a transfer must move in a window in which its slower side was free to move it, bytes (design "Timeouts"). */
const LEAST_BYTES = 64 * 1024;
const TICKS = 10;
/** Windows the other side may hold a transfer up. */
const PATIENCE = 4;

export type Pace = {
  /** Bytes so far. */
  moved: () => number;
  /** Whether the one judged could move more now; time in which the other side held it back does not count. */
  isFree: () => boolean;
  tooSlow: () => void;
  /** Called when the other side has held it back for four windows on end. */
  heldUp?: () => void;
};

/** Watches a transfer until the answer is called, or it was told once. @param windowMs ms */
export function watchPace(windowMs: number, { moved, isFree, tooSlow, heldUp }: Pace): () => void {
  // Bytes at each of the last ticks at which it was free: the window slides.
  const marks: number[] = [];
  let held = 0;
  const timer = setInterval(() => {
    if (!isFree()) {
      held += 1;
      if (held < PATIENCE * TICKS || !heldUp) return;
      stop();
      heldUp();
      return;
    }
    held = 0;
    const now = moved();
    marks.push(now);
    if (marks.length <= TICKS) return;
    const before = marks.shift() ?? now;
    if (now - before >= LEAST_BYTES) return;
    stop();
    tooSlow();
  }, windowMs / TICKS);
  const stop = () => clearInterval(timer);
  return stop;
}
