/** What comes of reading an object again. */
export const OUTCOMES = ['intact', 'different', 'missing'] as const;
export type Outcome = (typeof OUTCOMES)[number];
export type Damage = Exclude<Outcome, 'intact'>;

/** No object is read again sooner: a small store is not read in circles. */
export const ROUND_MS = 24 * 3_600_000;
/** Until what could not be read is tried again, ms. */
export const AGAIN_MS = 15 * 60_000;

/** Lower-case hex; of objects from before there was a second hash only the first is known. */
type Hashes = { sha256: string; sha512: string | null };

/** @param found of the bytes that are there; undefined when there are none */
export function outcomeOf(known: Hashes, found: { sha256: string; sha512: string } | undefined): Outcome {
  if (!found) return 'missing';
  const isSame = found.sha256 === known.sha256 && (known.sha512 ?? found.sha512) === found.sha512;
  return isSame ? 'intact' : 'different';
}

/** Damage is told when it is found, and not each time it is seen again. */
export const isNews = (before: Outcome | null, outcome: Outcome): outcome is Damage =>
  outcome !== 'intact' && (before === null || before === 'intact');

/** How long to wait so that no more than `rate` goes by, ms. @param bytes since the start @param rate bytes a second */
export const waitMs = (bytes: number, rate: number, elapsedMs: number): number =>
  Math.max(0, (bytes / rate) * 1_000 - elapsedMs);
