import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { presentFigures } from '../present/figures.ts';
import { namesOf } from '../present/people.ts';
import { type Deps, route } from '../route.ts';
import { nullWhenUnavailable } from './admin-stats.ts';

export function addAdminFigures(app: FastifyInstance, deps: Deps): void {
  const { identity, payments, registrations } = deps.clients;

  route(app, deps, adminRoutes.getFigures, async ({ query, call, request }) => {
    const { period, span = '' } = query;
    const [flow, money] = await Promise.all([
      registrations.getFlow({ period, span }, call),
      nullWhenUnavailable(payments.getMoney({ period, span }, { token: call.token }), request.log),
    ]);
    const ids = flow.operators.map((one) => one.operatorId);
    const names = await namesOf(identity, ids, call, request.log);
    return presentFigures({ period, span }, flow, money, names);
  });
}
