import { DAY_MS } from '@g2/terms/periods';
import { STATUSES } from '@g2/terms/statuses';
import { percent } from './query-parsing.ts';

/** Stages of a registration in order. Columns `created` and `reached_…` count them per day. */
export const FUNNEL = [
  'created',
  'file',
  'paid',
  'review',
  'government',
  'completed',
  'certificate',
] as const;
export const REACHED = FUNNEL.slice(1);

/** Timed stages. `submitted` counts only before the first payment; `total` is from payment to certificate. */
const STAGES = [
  'submitted',
  'paid',
  'reviewing',
  'correction',
  'government_processing',
  'completed',
  'total',
] as const;
type Stage = (typeof STAGES)[number];

/** Number of registrations by time spent in a stage; the SQL function stage_bucket numbers the buckets. */
export type Bucket = { stage: string; bucket: number; count: number };

type StageTimes = { count: number; medianSeconds: number | null; p90Seconds: number | null };
export type StageFigures = StageTimes & { stage: Stage; before: StageTimes };

/** Ratio between the upper bounds of adjacent buckets. */
const GROWTH = 1.1;

/** Middle of a bucket, seconds, exact to 5 %. Bucket 0 holds times below one second and yields 0. */
const secondsOf = (bucket: number): number => (bucket === 0 ? 0 : GROWTH ** (bucket - 0.5));

/** Percentile by nearest rank, seconds; null without data. */
export function percentile(buckets: readonly Omit<Bucket, 'stage'>[], part: number): number | null {
  const rank = Math.ceil(part * totalOf(buckets));
  let reached = 0;
  for (const { bucket, count } of buckets.toSorted((a, b) => a.bucket - b.bucket)) {
    reached += count;
    if (reached >= rank && reached > 0) return secondsOf(bucket);
  }
  return null;
}

const totalOf = (buckets: readonly Pick<Bucket, 'count'>[]) =>
  buckets.reduce((sum, { count }) => sum + count, 0);

export function stageFigures(now: readonly Bucket[], before: readonly Bucket[]): StageFigures[] {
  const of = (all: readonly Bucket[], stage: Stage): StageTimes => {
    const buckets = all.filter((one) => one.stage === stage);
    return {
      count: totalOf(buckets),
      medianSeconds: percentile(buckets, 0.5),
      p90Seconds: percentile(buckets, 0.9),
    };
  };
  return STAGES.map((stage) => ({ stage, ...of(now, stage), before: of(before, stage) }));
}

type WorkCounts = { steps: number; reviewed: number; corrections: number };
export type OperatorCounts = WorkCounts & { operatorId: string };

export function operatorFigures(now: readonly OperatorCounts[], before: readonly OperatorCounts[]) {
  const doneIn = (work: readonly OperatorCounts[]) =>
    new Map(work.map(({ operatorId, ...done }) => [operatorId, done]));
  const [current, earlier] = [doneIn(now), doneIn(before)];
  const nothing: WorkCounts = { steps: 0, reviewed: 0, corrections: 0 };
  return [...new Set([...current.keys(), ...earlier.keys()])]
    .map((operatorId) => ({
      operatorId,
      ...(current.get(operatorId) ?? nothing),
      before: earlier.get(operatorId) ?? nothing,
    }))
    .toSorted(
      (a, b) =>
        b.steps - a.steps || b.before.steps - a.before.steps || (a.operatorId < b.operatorId ? -1 : 1),
    );
}

export const STATUS_COLUMNS = [
  'submitted',
  'paid',
  'reviewing',
  'government',
  'completed',
  'certificate',
] as const;

/** One count per status, in the order of STATUSES. */
export type StatusCounts = readonly number[];

export type FlowCounts = { created: number; paid: number; issued: number };

/** `funnel` is in the order of FUNNEL. `processingMs` sums the times from first payment to certificate. */
export type DaySums = { flow: FlowCounts; funnel: number[]; processingMs: number };

type BacklogDay = { day: string; counts: number[] };

/** Counts back from `now`. @param days oldest first @param growth change per status and day, also on later days */
export function backlogPerDay(
  days: readonly string[],
  now: StatusCounts,
  growth: ReadonlyMap<string, StatusCounts>,
): BacklogDay[] {
  const before = (counts: StatusCounts, day: string) =>
    STATUSES.map((_, i) => (counts[i] ?? 0) - (growth.get(day)?.[i] ?? 0));
  const last = days.at(-1) ?? '';
  let counts = [...growth.keys()].filter((day) => day > last).reduce(before, now);
  const found: BacklogDay[] = [];
  for (const day of days.toReversed()) {
    found.push({ day, counts: [...counts] });
    counts = before(counts, day);
  }
  return found.toReversed();
}

/**
 * Computes the figures of spec §9. Rates are percent of the registrations created in the same period. The mean is from
 * first payment to issue.
 */
export function kpisOf({ flow, funnel, processingMs }: DaySums) {
  const reached = (step: (typeof FUNNEL)[number]) => funnel[FUNNEL.indexOf(step)] ?? 0;
  return {
    newRegistrations: flow.created,
    conversionRate: percent(reached('paid'), flow.created),
    processedRate: percent(reached('completed'), flow.created),
    certificates: flow.issued,
    meanProcessingDays: flow.issued === 0 ? null : processingMs / flow.issued / DAY_MS,
  };
}
