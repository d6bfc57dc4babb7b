import { type DaySums, FUNNEL } from './flow.ts';
import { percent } from './query-parsing.ts';

export type Kpis = {
  newRegistrations: number;
  /**
   * `conversionRate`, `processedRate`: percent of the registrations created in the period that were ever
   * paid, and that were completed.
   */
  conversionRate: number;
  processedRate: number;
  /**
   * `certificates`: number issued in the period. `meanProcessingDays`: mean from first payment to issue, null
   * without certificates.
   */
  certificates: number;
  meanProcessingDays: number | null;
};

const DAY_MS = 24 * 3_600_000;

/** Computes the figures of spec §9. Rates relate to the registrations created in the same period. */
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
