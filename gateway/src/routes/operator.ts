import { withoutNulls } from '@g2/kit/nulls';
import type { FastifyInstance } from 'fastify';
import { operatorRoutes } from '../../contract/routes/operator.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { staffHistory } from '../present/views.ts';
import { type Deps, route } from '../route.ts';
import { listForStaff } from './staff-list.ts';
import { addForwarded, staffRoute } from './staff-route.ts';

export function addOperator(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, operatorRoutes.listQueue, async (request) => listForStaff(deps, request));

  route(app, deps, operatorRoutes.getQueueStats, async ({ call }) =>
    registrations.getOperatorStats({}, call),
  );

  route(app, deps, operatorRoutes.listColleagues, async ({ query, call }) => {
    const { items } = await identity.listOperators({}, call);
    return pageOfWhole(query, items);
  });

  staffRoute(app, deps, operatorRoutes.getStaffRegistration, ({ params, call }) =>
    registrations.getRegistration(params, call),
  );

  route(app, deps, operatorRoutes.listStaffHolders, async ({ params, query, call }) => {
    const { items } = await registrations.listHolders(params, call);
    return pageOfWhole(query, items.map(present));
  });

  route(app, deps, operatorRoutes.getStaffHistory, async ({ params, query, session, call, request }) =>
    staffHistory(deps, await registrations.getHistory(params, call), session, query, request.log),
  );

  staffRoute(app, deps, operatorRoutes.performOperatorAction, ({ params, body, call }) => {
    const { expectedOperatorId, reasonIds, ...said } = body;
    const chosen = reasonIds && { reasonIds };
    const expectedOperator =
      expectedOperatorId === undefined ? undefined : { operatorId: expectedOperatorId ?? undefined };
    const request = { ...withoutNulls(said), id: params.id, chosen, expectedOperator };
    return registrations.operatorAction(request, call);
  });

  addForwarded(app, deps, operatorRoutes, registrations);
}
