import { withoutNulls } from '@g2/kit/nulls';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { pageOfWhole } from '../present/common.ts';
import { staffView } from '../present/views.ts';
import { type Deps, route } from '../route.ts';
import { listForStaff } from './staff-list.ts';

export function addAdminRegistrations(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, adminRoutes.listAllRegistrations, async (asked) => listForStaff(deps, asked));
  addOperators(app, deps);

  route(app, deps, adminRoutes.assignOperator, async ({ params, body, session, call, request }) => {
    const changed = await registrations.assignOperator({ ...withoutNulls(body), id: params.id }, call);
    return staffView(deps, changed, session, request.log);
  });

  route(app, deps, adminRoutes.unassignOperator, async ({ params, query, session, call, request }) => {
    const changed = await registrations.unassignOperator({ id: params.id, from: query.from }, call);
    return staffView(deps, changed, session, request.log);
  });

  route(app, deps, adminRoutes.changeRegistrationStatus, async ({ params, body, session, call, request }) => {
    const changed = await registrations.changeStatus({ ...withoutNulls(body), id: params.id }, call);
    return staffView(deps, changed, session, request.log);
  });
}

function addOperators(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, adminRoutes.listOperators, async ({ query, call }) => {
    const [people, counts] = await Promise.all([
      identity.listOperators({}, call),
      registrations.countAssignments({}, call),
    ]);
    const assigned = new Map(counts.items.map((one) => [one.operatorId, one.assigned]));
    const operators = people.items
      .map(({ id, firstName, lastName }) => ({ id, firstName, lastName, assigned: assigned.get(id) ?? 0 }))
      .sort((a, b) => b.assigned - a.assigned);
    return pageOfWhole(query, operators);
  });
}
