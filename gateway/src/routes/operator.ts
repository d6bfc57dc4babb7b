import { withoutNulls } from '@g2/kit/nulls';
import type { FastifyInstance } from 'fastify';
import { operatorRoutes } from '../../contract/routes/operator.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { staffHistory, staffView } from '../present/views.ts';
import { type Deps, route } from '../route.ts';
import { listForStaff } from './staff-list.ts';

export function addOperator(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, operatorRoutes.listQueue, async (asked) => listForStaff(deps, asked));

  route(app, deps, operatorRoutes.getQueueStats, async ({ call }) =>
    registrations.getOperatorStats({}, call),
  );

  route(app, deps, operatorRoutes.listColleagues, async ({ query, call }) => {
    const { items } = await identity.listOperators({}, call);
    return pageOfWhole(query, items);
  });

  route(app, deps, operatorRoutes.getStaffRegistration, async ({ params, session, call, request }) =>
    staffView(deps, await registrations.getRegistration(params, call), session, request.log),
  );

  route(app, deps, operatorRoutes.listStaffHolders, async ({ params, query, call }) => {
    const { items } = await registrations.listHolders(params, call);
    return pageOfWhole(query, items.map(present));
  });

  route(app, deps, operatorRoutes.getStaffHistory, async ({ params, query, session, call, request }) =>
    staffHistory(deps, await registrations.getHistory(params, call), session, query, request.log),
  );

  route(app, deps, operatorRoutes.performOperatorAction, async ({ params, body, session, call, request }) => {
    const { expectedOperatorId, reasonIds, ...said } = body;
    const chosen = reasonIds && { reasonIds };
    const expectedOperator =
      expectedOperatorId === undefined ? undefined : { operatorId: expectedOperatorId ?? undefined };
    const asked = { ...withoutNulls(said), id: params.id, chosen, expectedOperator };
    const changed = await registrations.operatorAction(asked, call);
    return staffView(deps, changed, session, request.log);
  });

  route(app, deps, operatorRoutes.takeRegistration, async ({ params, body, session, call, request }) => {
    const taken = await registrations.takeRegistration({ id: params.id, from: body.from ?? undefined }, call);
    return staffView(deps, taken, session, request.log);
  });

  route(app, deps, operatorRoutes.takeNext, async ({ body, session, call, request }) =>
    staffView(deps, await registrations.takeNext(body, call), session, request.log),
  );
}
