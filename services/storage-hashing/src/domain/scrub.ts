export const OUTCOMES = ['intact', 'different', 'missing'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Damage = Exclude<Outcome, 'intact'>;

/** Minimum interval between two reads of an object, ms. */
export const MIN_CHECK_INTERVAL_MS = 24 * 3_600_000;
/** Wait after a failed read, ms. */
export const READ_RETRY_MS = 15 * 60_000;

/** Lower-case hex; old objects have no SHA-512. */
type Hashes = { sha256: string; sha512: string | null };

/** @param found undefined when the bytes are missing */
export function outcomeOf(known: Hashes, found: { sha256: string; sha512: string } | undefined): Outcome {
  if (!found) return 'missing';
  const isSame = found.sha256 === known.sha256 && (known.sha512 ?? found.sha512) === found.sha512;
  return isSame ? 'intact' : 'different';
}

export const isNewDamage = (before: Outcome | null, outcome: Outcome): outcome is Damage =>
  outcome !== 'intact' && (before === null || before === 'intact');

/** Delay that keeps the average rate, ms. @param bytes read so far @param rate bytes per second */
export const throttleMs = (bytes: number, rate: number, elapsedMs: number): number =>
  Math.max(0, (bytes / rate) * 1_000 - elapsedMs);
