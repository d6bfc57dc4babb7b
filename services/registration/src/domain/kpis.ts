import { type DaySums, FUNNEL } from './flow.ts';
import { percent } from './queries.ts';

export type Kpis = {
  newRegistrations: number;
  /** Of those created in the period, percent that were ever paid, and that are concluded. */
  conversionRate: number;
  processedRate: number;
  /** Issued in the period, and the days each took from its first payment on; null without any. */
  certificates: number;
  meanProcessingDays: number | null;
};

const DAY_MS = 24 * 3_600_000;

/** Spec §9 of one period: registrations of the period over those of the period. */
export function kpisOf({ flow, funnel, processingMs }: DaySums): Kpis {
  const reached = (step: (typeof FUNNEL)[number]) => funnel[FUNNEL.indexOf(step)] ?? 0;
  return {
    newRegistrations: flow.created,
    conversionRate: percent(reached('paid'), flow.created),
    processedRate: percent(reached('completed'), flow.created),
    certificates: flow.issued,
    meanProcessingDays: flow.issued === 0 ? null : processingMs / flow.issued / DAY_MS,
  };
}
