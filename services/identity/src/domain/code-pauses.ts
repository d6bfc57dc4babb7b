const MINUTE_S = 60;
const CODES_A_PAUSE = 10;
const FIRST_PAUSE_S = 15 * MINUTE_S;
const LONGEST_PAUSE_S = 24 * 60 * MINUTE_S;

/** How long wrong codes count, seconds. Right codes do not reset them. */
export const CODES_REMEMBERED_S = 30 * 24 * 60 * MINUTE_S;

/**
 * Pause after this many wrong codes, seconds; undefined: none starts. Pauses double up to a day: about 4,000 guesses a
 * year, of which three in a million are right.
 */
export function pauseAfterCodes(wrong: number): number | undefined {
  if (wrong === 0 || wrong % CODES_A_PAUSE !== 0) return undefined;
  return Math.min(FIRST_PAUSE_S * 2 ** (wrong / CODES_A_PAUSE - 1), LONGEST_PAUSE_S);
}

/** True when the owner is mailed: at the first pause, then each time the number of pauses has doubled. */
export function mailsOwnerAboutCodes(wrong: number): boolean {
  const pauses = wrong / CODES_A_PAUSE;
  return pauses >= 1 && Number.isInteger(Math.log2(pauses));
}
