const MINUTE_S = 60;
/** So many wrong codes bring a pause. */
const CODES_A_PAUSE = 10;
const FIRST_PAUSE_S = 15 * MINUTE_S;
const LONGEST_PAUSE_S = 24 * 60 * MINUTE_S;

/** How long wrong codes are remembered, seconds: whatever right ones come between. */
export const CODES_REMEMBERED_S = 30 * 24 * 60 * MINUTE_S;

/**
 * How long an account's app codes are refused after so many wrong ones, seconds; undefined between two pauses. Each pause is
 * twice as long as the one before, up to a day: over a year no more than some 4,000 codes are looked at, of which three in a
 * million are right.
 */
export function pauseAfterCodes(wrong: number): number | undefined {
  if (wrong === 0 || wrong % CODES_A_PAUSE !== 0) return undefined;
  return Math.min(FIRST_PAUSE_S * 2 ** (wrong / CODES_A_PAUSE - 1), LONGEST_PAUSE_S);
}

/** True where the owner is told: at the first pause, and whenever the number of pauses has doubled. */
export function tellsOfCodes(wrong: number): boolean {
  const pauses = wrong / CODES_A_PAUSE;
  return pauses >= 1 && Number.isInteger(Math.log2(pauses));
}
