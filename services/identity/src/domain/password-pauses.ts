const FIRST_PAUSE_S = 30;
/** Short: the person who waits may be the owner in a new place. */
const LONGEST_PAUSE_S = 5 * 60;

/** Seconds to wait between sign-ins from unknown places: none up to `free` wrong passwords a day, then doubling. */
export function pauseAfterPasswords(wrong: number, free: number): number | undefined {
  if (wrong < free) return undefined;
  return Math.min(FIRST_PAUSE_S * 2 ** (wrong - free), LONGEST_PAUSE_S);
}
