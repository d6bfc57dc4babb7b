import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { orWithout } from '../present/common.ts';
import { presentAnalytics, presentFigures, presentStats } from '../present/figures.ts';
import { namesOf } from '../present/people.ts';
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
      orWithout(payments.getPaymentHealth({ period }, { token: call.token }), null, 'money', request.log),
    ]);
    return presentAnalytics(period, found, health);
  });

  route(app, deps, adminRoutes.getFigures, async ({ query, call, request }) => {
    const { period, span = '' } = query;
    const [flow, money] = await Promise.all([
      registrations.getFlow({ period, span }, call),
      orWithout(payments.getMoney({ period, span }, { token: call.token }), null, 'money', request.log),
    ]);
    const ids = flow.operators.map((one) => one.operatorId);
    const names = await namesOf(identity, ids, call, request.log);
    return presentFigures({ period, span }, flow, money, names);
  });
}
