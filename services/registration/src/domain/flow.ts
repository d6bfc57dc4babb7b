import { STATUSES } from '@g2/terms/statuses';

/** How far a registration came, in their order: as the columns `reached_…` and `created` count them. */
export const FUNNEL = [
  'created',
  'file',
  'paid',
  'review',
  'government',
  'completed',
  'certificate',
] as const;
type FunnelStep = (typeof FUNNEL)[number];

/**
 * What is timed: each status that is left, `submitted` before the first payment alone; the client's corrections; all from
 * payment to certificate.
 */
export const STAGES = [
  'submitted',
  'paid',
  'reviewing',
  'correction',
  'government_processing',
  'completed',
  'total',
] as const;
export type Stage = (typeof STAGES)[number];

/** Of those that left a stage, how many took how long: `bucket` as the function stage_bucket numbers them. */
export type Bucket = { bucket: number; count: number };

export type StageTime = { stage: Stage; count: number; median: number | null; p90: number | null };

/** Each bucket reaches a tenth further than the one before. */
const GROWTH = 1.1;

/** The middle of a bucket, seconds: nothing in it is further than 5 % away; of the first, below a second, nothing. */
const secondsOf = (bucket: number): number => (bucket === 0 ? 0 : GROWTH ** (bucket - 0.5));

/** The least time within which so great a part was done (nearest rank), seconds; null of nothing. */
export function percentile(buckets: readonly Bucket[], part: number): number | null {
  const rank = Math.ceil(part * totalOf(buckets));
  let reached = 0;
  for (const { bucket, count } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    reached += count;
    if (reached >= rank && reached > 0) return secondsOf(bucket);
  }
  return null;
}

const totalOf = (buckets: readonly Bucket[]) => buckets.reduce((sum, { count }) => sum + count, 0);

export const stageTime = (stage: Stage, buckets: readonly Bucket[]): StageTime => ({
  stage,
  count: totalOf(buckets),
  median: percentile(buckets, 0.5),
  p90: percentile(buckets, 0.9),
});

/** How many stood in each status, in their order. */
export type Standing = readonly number[];

export type FlowCounts = { created: number; paid: number; issued: number };

export type BacklogDay = { day: string; counts: number[] };

/**
 * How many stood in each status when each day ended.
 * @param days oldest first
 * @param now how many stand there now
 * @param grew by how much each status grew, on each of these days and after them
 */
export function backlogOf(
  days: readonly string[],
  now: Standing,
  grew: ReadonlyMap<string, Standing>,
): BacklogDay[] {
  const before = (counts: Standing, day: string) =>
    STATUSES.map((_, i) => (counts[i] ?? 0) - (grew.get(day)?.[i] ?? 0));
  const last = days.at(-1) ?? '';
  let counts = [...grew.keys()].filter((day) => day > last).reduce(before, now);
  const found: BacklogDay[] = [];
  for (const day of days.toReversed()) {
    found.push({ day, counts: [...counts] });
    counts = before(counts, day);
  }
  return found.toReversed();
}

export type Funnel = { step: FunnelStep; count: number }[];
