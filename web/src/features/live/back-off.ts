const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/**
 * How long to wait, in ms, before the next try after `failures` (from 1) in a row: twice as long each time, up to 30 s.
 * `chance` (0 to 1) spreads it over the upper half, so that a server that comes back is not met by all at once.
 */
export function backOff(failures: number, chance: number): number {
  const longest = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS);
  return Math.round(longest * (0.5 + chance / 2));
}
