import { PERIOD_MESSAGE, PERIODS, type Period } from '@g2/terms/periods';
import { z } from 'zod';
import { body, cents, civilDay, count, credits, pageOf, parameters, person, uuidInput } from './common.ts';
import { ADMIN_CREDIT_DELTA_LIMIT, CREDIT_DELTA_LIMIT, MAX_LENGTH } from './constants.ts';
import { creditTransaction } from './payments.ts';
import { registration } from './registrations.ts';
import { openStatus } from './statuses.ts';
import { optionalAnyText, requiredStorableText } from './texts.ts';

/** `label` starts each message: 'O valor' on the forms, 'Delta' on the server (spec §5). */
const deltaWithin = (limit: number, label: string) =>
  z
    .number({ error: `${label} deve ser um número inteiro` })
    .int(`${label} deve ser um número inteiro`)
    .min(-limit, `${label} deve estar entre -${limit} e ${limit}`)
    .max(limit, `${label} deve estar entre -${limit} e ${limit}`)
    .refine((delta) => delta !== 0, `${label} não pode ser zero`)
    .meta({ not: { const: 0 } });

const adjustmentUser = (requiredMessage: string) =>
  requiredStorableText(MAX_LENGTH.reference, requiredMessage)
    .pipe(uuidInput('Usuário inválido'))
    .meta({ format: 'uuid' });

const adjustmentNotes = {
  reason: requiredStorableText(MAX_LENGTH.reason, 'Motivo é obrigatório'),
  referenceType: optionalAnyText(MAX_LENGTH.reference),
  referenceId: optionalAnyText(MAX_LENGTH.reference),
};

/** `delta`: hundredths of a credit, from -1000 to 1000 (spec §5). */
export const creditAdjustmentBody = body({
  userId: adjustmentUser('userId required'),
  delta: deltaWithin(CREDIT_DELTA_LIMIT, 'Delta'),
  ...adjustmentNotes,
});
export type CreditAdjustmentBody = z.input<typeof creditAdjustmentBody>;

/**
 * `delta`: hundredths of a credit, from -10000 to 10000. A
 * `userId` in the body must equal the one in the path.
 */
export const adminCreditAdjustmentBody = body({
  userId: uuidInput('Usuário inválido').optional(),
  delta: deltaWithin(ADMIN_CREDIT_DELTA_LIMIT, 'Delta'),
  ...adjustmentNotes,
});

/** Spec §5: the form parses the amount as an integer; text that is not numeric becomes 0. */
const toInteger = (value: unknown): number => {
  const number = Number.parseInt(String(value), 10);
  return Number.isNaN(number) ? 0 : number;
};

export const creditAdjustmentForm = body({
  userId: adjustmentUser('Usuário é obrigatório'),
  delta: z.preprocess(toInteger, deltaWithin(CREDIT_DELTA_LIMIT, 'O valor')),
  ...adjustmentNotes,
});

const DELTA_AND_REASON_MESSAGE = 'Delta e motivo são obrigatórios';
const deltaOfUsersPage = z.preprocess(
  (value) => (typeof value === 'string' && value.trim() !== '' ? Number(value) : value),
  z.number({ error: DELTA_AND_REASON_MESSAGE }),
);

export const usersPageCreditForm = body({
  delta: deltaOfUsersPage,
  reason: requiredStorableText(MAX_LENGTH.reason, DELTA_AND_REASON_MESSAGE),
});

export const creditAdjustmentAnswer = z
  .object({ transaction: creditTransaction, balance: credits })
  .meta({ id: 'CreditAdjustmentAnswer' });

const statusCounts = z.object({
  submitted: count,
  paid: count,
  reviewing: count,
  government_processing: count,
  completed: count,
  certificate_issued: count,
});

export const enhancedStats = z
  .object({
    users: z.object({ total: count, admins: count, clients: count }),
    registrations: z.object({ total: count, recent: count }),
    statusCounts,
  })
  .meta({ id: 'EnhancedStats' });
export type EnhancedStats = z.infer<typeof enhancedStats>;

export { PERIODS as ANALYTICS_PERIODS, type Period as AnalyticsPeriod } from '@g2/terms/periods';
export const DEFAULT_ANALYTICS_PERIOD: Period = 30;
export const ANALYTICS_PERIOD_NAMES: Readonly<Record<Period, string>> = {
  7: '7D',
  30: '30D',
  90: '90D',
  365: '1A',
};
export const TREND_MONTHS = 6;
/** Targets of spec §9, in percent, days and stars. */
export const HEALTH_TARGETS = { paymentSuccessRate: 98, meanProcessingDays: 7, satisfaction: 4.8 } as const;

export const analyticsQuery = parameters({
  period: z.coerce
    .number<string | number | undefined>({ error: PERIOD_MESSAGE })
    .default(DEFAULT_ANALYTICS_PERIOD)
    .pipe(z.literal(PERIODS, { error: PERIOD_MESSAGE }))
    .meta({ type: 'integer', enum: [...PERIODS] }),
});

export const exportBody = body({ period: z.literal(PERIODS, { error: PERIOD_MESSAGE }) });

/** Percentages of new registrations ever paid and completed. `revenueCents` is null while payment-credit is down. */
const kpis = z.object({
  newRegistrations: count,
  revenueCents: cents.nullable(),
  conversionRate: z.number(),
  processedRate: z.number(),
});
export type Kpis = z.infer<typeof kpis>;

/** Null without data. `finishedPayments` and `certificates` are the sample sizes of success rate and mean days. */
const health = z.object({
  paymentSuccessRate: z.number().nullable(),
  finishedPayments: count.nullable(),
  meanProcessingDays: z.number().nullable(),
  certificates: count,
  satisfaction: z.number().nullable(),
});
export type Health = z.infer<typeof health>;

/**
 * `from` and `to` are São Paulo civil days, inclusive. `previous` covers the same number of days right before
 * `from`. `distribution` counts all registrations by their current status.
 */
export const analytics = z
  .object({
    period: z.literal(PERIODS),
    from: civilDay,
    to: civilDay,
    kpis,
    distribution: z.array(z.object({ status: openStatus, count })),
    trend: z.array(
      z.object({ month: z.string().regex(/^\d{4}-\d{2}$/), registrations: count, certificates: count }),
    ),
    recent: z.array(registration),
    health,
    previous: z.object({ from: civilDay, to: civilDay, kpis, health }),
  })
  .meta({ id: 'Analytics' });
export type Analytics = z.infer<typeof analytics>;

export const operator = person.extend({ assigned: count }).meta({ id: 'Operator' });
export type Operator = z.infer<typeof operator>;

export const operatorPage = pageOf(operator).meta({ id: 'OperatorPage' });
export type OperatorPage = z.infer<typeof operatorPage>;
