import {
  type HealthOfPeriod,
  type Money,
  MoneyOfPeriod,
  type PaymentHealth,
  type Tally,
} from '@g2/proto/payment';
import type { Flow, Analytics as ProtoAnalytics, Kpis as ProtoKpis, Times } from '@g2/proto/registration';
import { daysBefore, spanOf } from '@g2/terms/civil-days';
import type { Period } from '@g2/terms/periods';
import type { Analytics, EnhancedStats, Health, Kpis } from '../../contract/admin.ts';
import type { Figures } from '../../contract/business-metrics.ts';
import { REGISTRATION_STATUSES, type RegistrationStatus } from '../../contract/status-terms.ts';
import type { Wide } from '../route.ts';
import { orNull, present } from './common.ts';
import { type Names, presentName } from './people.ts';
import { presentRegistration } from './registrations.ts';

type Counted = readonly { status: string; count: number }[];

const countsOf = (counted: Counted) => {
  const counts = new Map(counted.map((one) => [one.status, one.count]));
  return (status: RegistrationStatus) => counts.get(status) ?? 0;
};

export function presentStats(
  users: EnhancedStats['users'],
  stats: { total: number; recent: number; statusCounts: Counted },
): EnhancedStats {
  const of = countsOf(stats.statusCounts);
  return {
    users,
    registrations: { total: stats.total, recent: stats.recent },
    statusCounts: {
      submitted: of('submitted'),
      paid: of('paid'),
      reviewing: of('reviewing'),
      government_processing: of('government_processing'),
      completed: of('completed'),
      certificate_issued: of('certificate_issued'),
    },
  };
}

/** @param payments null while payment-credit is unavailable; the other figures are still shown */
export function presentAnalytics(
  period: Period,
  found: ProtoAnalytics,
  payments: PaymentHealth | null,
): Wide<Analytics> {
  const of = countsOf(found.distribution);
  const before = payments?.before ?? null;
  return {
    period,
    from: found.from,
    to: found.to,
    kpis: presentKpis(found, payments),
    distribution: REGISTRATION_STATUSES.map((status) => ({ status, count: of(status) })),
    trend: found.trend,
    recent: found.recent.map(presentRegistration),
    health: presentHealth(found, payments),
    previous: {
      ...daysBefore(found),
      kpis: presentKpis(found.before ?? NO_KPIS, before),
      health: presentHealth(found.before ?? NO_KPIS, before),
    },
  };
}

const NO_KPIS: ProtoKpis = { newRegistrations: 0, conversionRate: 0, processedRate: 0, certificates: 0 };

const presentKpis = (kpis: ProtoKpis, payments: HealthOfPeriod | null): Kpis => ({
  ...kpis,
  revenueCents: payments?.revenueCents ?? null,
});

const presentHealth = (kpis: ProtoKpis, payments: HealthOfPeriod | null): Health => ({
  ...present(kpis),
  paymentSuccessRate: orNull(payments?.successRate),
  finishedPayments: payments?.finished ?? null,
  // Satisfaction is not surveyed yet.
  satisfaction: null,
});

const NO_COUNTS = { created: 0, paid: 0, issued: 0 };
const NO_WORK = { steps: 0, reviewed: 0, corrections: 0 };
const NO_TIMES: Times = { count: 0 };

/** @param money null while payment-credit is unavailable; the other figures are still shown */
export const presentFigures = (
  request: { period: Period; span: string | undefined },
  flow: Flow,
  money: Money | null,
  names: Names,
): Wide<Figures> => ({
  period: request.period,
  from: flow.from,
  to: flow.to,
  span: spanOf(request.period, request.span),
  money: money && {
    now: presentPeriod(money.now),
    before: presentPeriod(money.before),
    series: money.series,
  },
  flow: {
    now: flow.now ?? NO_COUNTS,
    before: flow.before ?? NO_COUNTS,
    series: flow.series.map(({ begins, counts }) => ({ begins, counts: counts ?? NO_COUNTS })),
  },
  funnel: flow.funnel,
  stages: flow.stages.map((stage) => present({ ...stage, before: stage.before ?? NO_TIMES })),
  operators: flow.operators.map(({ before = NO_WORK, ...one }) => ({
    ...one,
    name: presentName(one.operatorId, names),
    before,
  })),
  backlog: flow.backlog,
  backlogBefore: flow.backlogBefore ?? { day: daysBefore(flow).to, counts: [] },
});

const tally = (it: Tally | undefined) => it ?? { count: 0, cents: 0 };

const presentPeriod = (it = MoneyOfPeriod.create()) => ({
  ...it,
  cardPayments: tally(it.cardPayments),
  purchases: tally(it.purchases),
  settledCard: tally(it.settledCard),
  settledCredits: tally(it.settledCredits),
  settledGifts: tally(it.settledGifts),
  settledManual: tally(it.settledManual),
  refunds: tally(it.refunds),
  disputes: tally(it.disputes),
  disputesLost: tally(it.disputesLost),
  toReturn: tally(it.toReturn),
});
