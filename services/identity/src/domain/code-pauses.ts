const MINUTE_S = 60;
const CODES_A_PAUSE = 10;
const FIRST_PAUSE_S = 15 * MINUTE_S;
const LONGEST_PAUSE_S = 24 * 60 * MINUTE_S;

/** How long a wrong code counts, seconds. A correct code does not reset the count. */
export const CODES_REMEMBERED_S = 30 * 24 * 60 * MINUTE_S;

/** Seconds; undefined: no pause. Allows about 4,000 guesses a year, where three of a million codes are correct. */
export function pauseAfterCodes(wrong: number): number | undefined {
  if (wrong === 0 || wrong % CODES_A_PAUSE !== 0) return undefined;
  return Math.min(FIRST_PAUSE_S * 2 ** (wrong / CODES_A_PAUSE - 1), LONGEST_PAUSE_S);
}

/** True if this wrong code mails the owner: at the first pause, then each time the number of pauses has doubled. */
export function mailsOwnerAboutCodes(wrong: number): boolean {
  const pauses = wrong / CODES_A_PAUSE;
  return pauses >= 1 && Number.isInteger(Math.log2(pauses));
}
