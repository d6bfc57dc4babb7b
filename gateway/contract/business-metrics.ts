import { SPAN_MESSAGE, SPANS } from '@g2/terms/civil-days';
import { PERIODS } from '@g2/terms/periods';
import { z } from 'zod';
import { analyticsQuery } from './admin.ts';
import { cents, count, credits, civilDay as day, queryChoice } from './common.ts';

export { type Span, spanOf, spansOf } from '@g2/terms/civil-days';

export const figuresQuery = analyticsQuery.extend({
  span: queryChoice(SPANS, SPAN_MESSAGE).describe(
    'Intervalo das séries: dia, semana ou mês; sem ele, o usual',
  ),
});

const tally = z.object({ count, cents });

const moneyOfPeriod = z
  .object({
    cardPayments: tally,
    purchases: tally,
    settledCard: tally,
    settledCredits: tally,
    settledGifts: tally,
    settledManual: tally,
    refunds: tally,
    disputes: tally,
    disputesLost: tally,
    /** Payments received in the period that must still be returned; `netCents` excludes them. */
    toReturn: tally,
    creditsOutstanding: credits,
    giftsOutstanding: credits,
    receivedCents: cents,
    netCents: z.int(),
    revenueCents: cents,
  })
  .meta({ id: 'MoneyOfPeriod' });
export type MoneyOfPeriod = z.infer<typeof moneyOfPeriod>;

const flowCounts = z.object({ created: count, paid: count, issued: count });

export const FUNNEL_STEPS = [
  'created',
  'file',
  'paid',
  'review',
  'government',
  'completed',
  'certificate',
] as const;
export const DURATION_STAGES = [
  'submitted',
  'paid',
  'reviewing',
  'correction',
  'government_processing',
  'completed',
  'total',
] as const;

const times = z.object({
  count,
  medianSeconds: z.number().nullable(),
  p90Seconds: z.number().nullable(),
});
const work = z.object({ steps: count, reviewed: count, corrections: count });
const backlogDay = z.object({ day, counts: z.array(count) });

/**
 * GET /api/admin/analytics/figures. `from` and `to` are São Paulo civil days, inclusive. `before` covers the
 * same number of days right before, and `backlogBefore` is the backlog at the end of that period.
 * `money` is null while payment-credit is unavailable. `receivedCents`: received
 * by card. `netCents`: received minus refunds and lost disputes. `revenueCents`:
 * revenue of registrations that became paid, without granted credits.
 * Times are in seconds, accurate to 5 %. The counts of a backlog day follow the order of the statuses.
 */
export const figures = z
  .object({
    period: z.literal(PERIODS),
    from: day,
    to: day,
    span: z.enum(['day', 'week', 'month']),
    money: z
      .object({
        now: moneyOfPeriod,
        before: moneyOfPeriod,
        series: z.array(z.object({ begins: day, receivedCents: cents, returnedCents: cents })),
      })
      .nullable(),
    flow: z.object({
      now: flowCounts,
      before: flowCounts,
      series: z.array(z.object({ begins: day, counts: flowCounts })),
    }),
    funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), count, before: count })),
    stages: z.array(times.extend({ stage: z.enum(DURATION_STAGES), before: times })),
    operators: z.array(work.extend({ operatorId: z.uuid(), name: z.string().nullable(), before: work })),
    backlog: z.array(backlogDay),
    backlogBefore: backlogDay,
  })
  .meta({ id: 'Figures' });
export type Figures = z.infer<typeof figures>;
