import { PERIODS } from '@g2/terms/periods';
import { z } from 'zod';
import { cents, count, credits } from './common.ts';

export type { Span } from '@g2/terms/civil-days';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
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
    creditsOutstanding: credits,
    giftsOutstanding: credits,
  })
  .meta({ id: 'MoneyOfPeriod' });
export type MoneyOfPeriod = z.infer<typeof moneyOfPeriod>;

const flowCounts = z.object({ created: count, paid: count, issued: count });
export type FlowCounts = z.infer<typeof flowCounts>;

export const FUNNEL_STEPS = [
  'created',
  'file',
  'paid',
  'review',
  'government',
  'completed',
  'certificate',
] as const;
export const STAGES = [
  'submitted',
  'paid',
  'reviewing',
  'correction',
  'government_processing',
  'completed',
  'total',
] as const;

/**
 * GET /api/admin/analytics/figures. Civil days of São Paulo, `from` and `to` included; `before` is of as many days right
 * before. `series` is by days, weeks or months as `span` says, each begun on `begins`. `money` is null while
 * payment-credit is away. Times in seconds, within 5 %. Of `backlog` the counts are by status, in their order.
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
    funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), count })),
    stages: z.array(
      z.object({
        stage: z.enum(STAGES),
        count,
        medianSeconds: z.number().nullable(),
        p90Seconds: z.number().nullable(),
      }),
    ),
    operators: z.array(
      z.object({
        operatorId: z.uuid(),
        name: z.string().nullable(),
        steps: count,
        reviewed: count,
        corrections: count,
      }),
    ),
    backlog: z.array(z.object({ day, counts: z.array(count) })),
  })
  .meta({ id: 'Figures' });
export type Figures = z.infer<typeof figures>;
