const FIRST_PAUSE_S = 30;
/** Short, because the person who must wait may be the owner on a new network. */
const LONGEST_PAUSE_S = 5 * 60;

/** Seconds between sign-ins from unknown networks, doubling after wrong password `free` of the day; undefined: none. */
export function pauseAfterPasswords(wrong: number, free: number): number | undefined {
  if (wrong < free) return undefined;
  return Math.min(FIRST_PAUSE_S * 2 ** (wrong - free), LONGEST_PAUSE_S);
}
