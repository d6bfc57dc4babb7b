import { type DaySums, FUNNEL } from './flow.ts';
import { percent } from './query-parsing.ts';

export type Kpis = {
  newRegistrations: number;
  /** Percent of those created in the period that were ever paid, and that were completed. */
  conversionRate: number;
  processedRate: number;
  /** Issued in the period; mean days from first payment to issue, null without any. */
  certificates: number;
  meanProcessingDays: number | null;
};

const DAY_MS = 24 * 3_600_000;

/** Spec §9; rates relate to the registrations of the same period. */
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
