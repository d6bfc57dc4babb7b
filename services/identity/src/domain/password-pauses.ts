const FIRST_PAUSE_S = 30;
/** Low: who waits may be the owner, in a place where the account was never in use. */
const LONGEST_PAUSE_S = 5 * 60;

/**
 * How long sign-ins to an account from places it was never in use wait after so many wrong passwords in a day, seconds:
 * none up to `free`, then twice as long after each.
 */
export function pauseAfterPasswords(wrong: number, free: number): number | undefined {
  if (wrong < free) return undefined;
  return Math.min(FIRST_PAUSE_S * 2 ** (wrong - free), LONGEST_PAUSE_S);
}
