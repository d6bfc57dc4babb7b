import type { CallOptions } from '@g2/kit/grpc-client';
import type { Logger } from '@g2/kit/log';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { REGISTRATION_STATUSES } from '../../contract/statuses.ts';
import { orNull } from '../present/common.ts';
import { presentRegistration } from '../present/registrations.ts';
import { type Deps, route } from '../route.ts';

const ANALYTICS_DEADLINE_MS = 15_000;

export function addAdminStats(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, adminRoutes.getEnhancedStats, async ({ call }) => {
    const [users, stats] = await Promise.all([
      identity.countUsers({}, call),
      registrations.getAdminStats({}, call),
    ]);
    const counts = new Map(stats.statusCounts.map((one) => [one.status, one.count]));
    const of = (status: (typeof REGISTRATION_STATUSES)[number]) => counts.get(status) ?? 0;
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
  });

  route(app, deps, adminRoutes.getAnalytics, async ({ query: { period }, call, request }) => {
    const options = { ...call, deadlineMs: ANALYTICS_DEADLINE_MS };
    const [found, paymentSuccessRate] = await Promise.all([
      registrations.getAnalytics({ period }, options),
      successRate(deps, period, call, request.log),
    ]);
    const { newRegistrations, revenueCents, conversionRate, processedRate } = found;
    const counts = new Map(found.distribution.map((one) => [one.status, one.count]));
    return {
      period,
      kpis: { newRegistrations, revenueCents, conversionRate, processedRate },
      distribution: REGISTRATION_STATUSES.map((status) => ({ status, count: counts.get(status) ?? 0 })),
      trend: found.trend,
      recent: found.recent.map(presentRegistration),
      health: {
        paymentSuccessRate,
        meanProcessingDays: orNull(found.meanProcessingDays),
        // Nobody is asked yet how content they are.
        satisfaction: null,
      },
    };
  });
}

/** Percent; null without data, and while payment-credit is away: the other figures are shown all the same. */
async function successRate(
  { clients }: Deps,
  period: number,
  call: CallOptions,
  log: Pick<Logger, 'warn'>,
): Promise<number | null> {
  try {
    return orNull((await clients.payments.getPaymentHealth({ period }, { token: call.token })).successRate);
  } catch (error) {
    log.warn({ err: error }, 'payment health not available');
    return null;
  }
}
