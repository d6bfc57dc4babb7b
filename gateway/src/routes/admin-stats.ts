import type { Logger } from '@g2/kit/log';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { presentAnalytics, presentStats } from '../present/figures.ts';
import { type Deps, route } from '../route.ts';

export function addAdminStats(app: FastifyInstance, deps: Deps): void {
  const { identity, payments, registrations } = deps.clients;

  route(app, deps, adminRoutes.getEnhancedStats, async ({ call }) => {
    const [users, stats] = await Promise.all([
      identity.countUsers({}, call),
      registrations.getAdminStats({}, call),
    ]);
    return presentStats(users, stats);
  });

  route(app, deps, adminRoutes.getAnalytics, async ({ query: { period }, call, request }) => {
    const [found, health] = await Promise.all([
      registrations.getAnalytics({ period }, call),
      nullWhenUnavailable(payments.getPaymentHealth({ period }, { token: call.token }), request.log),
    ]);
    return presentAnalytics(period, found, health);
  });
}

/** Null while payment-credit is unavailable; the other figures are still shown. */
export async function nullWhenUnavailable<Result>(
  asked: Promise<Result>,
  log: Pick<Logger, 'warn'>,
): Promise<Result | null> {
  try {
    return await asked;
  } catch (error) {
    log.warn({ err: error }, 'money not available');
    return null;
  }
}
