import { withoutNulls } from '@g2/kit/nulls';
import type { FastifyInstance } from 'fastify';
import { adminRoutes } from '../../contract/routes/admin.ts';
import { pageOfWhole } from '../present/common.ts';
import { type Deps, route } from '../route.ts';
import { listForStaff } from './staff-list.ts';
import { addForwarded, staffRoute } from './staff-route.ts';

export function addAdminRegistrations(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, adminRoutes.listAllRegistrations, async (request) => listForStaff(deps, request));
  addOperators(app, deps);

  addForwarded(app, deps, adminRoutes, registrations);

  staffRoute(app, deps, adminRoutes.changeRegistrationStatus, ({ params, body, call }) =>
    registrations.changeStatus({ ...withoutNulls(body), id: params.id }, call),
  );
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
