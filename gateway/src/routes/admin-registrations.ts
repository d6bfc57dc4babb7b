import type { FastifyInstance } from 'fastify';
import { operatorPage } from '../../contract/admin.ts';
import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../../contract/common.ts';
import { assignOperatorBody, changeStatusBody, staffRegistration } from '../../contract/registrations.ts';
import { pageOfWhole } from '../present/common.ts';
import { staffView } from '../present/views.ts';
import { admins, type Deps, route } from '../route.ts';
import { addStaffList } from './staff-list.ts';

const tag = 'Administração: registros';
const url = '/api/admin/registrations';

export function addAdminRegistrations(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  addStaffList(app, deps, { url, tag, roles: admins });
  addOperators(app, deps);

  route(app, deps, {
    method: 'POST',
    url: `${url}/:id/assign-operator`,
    tag,
    summary: 'Atribui um operador',
    roles: admins,
    params: idParams,
    body: assignOperatorBody,
    answer: staffRegistration,
    run: async ({ params, body, session, call, request }) => {
      const changed = await registrations.assignOperator(
        { id: params.id, operatorId: body.operatorId },
        call,
      );
      return staffView(deps, changed, session, request.log);
    },
  });

  route(app, deps, {
    method: 'DELETE',
    url: `${url}/:id/assign-operator`,
    tag,
    summary: 'Remove a atribuição',
    roles: admins,
    params: idParams,
    answer: staffRegistration,
    run: async ({ params, session, call, request }) =>
      staffView(deps, await registrations.unassignOperator(params, call), session, request.log),
  });

  route(app, deps, {
    method: 'PATCH',
    url: `${url}/:id/status`,
    tag,
    summary: 'Altera o status',
    roles: admins,
    params: idParams,
    body: changeStatusBody,
    answer: staffRegistration,
    run: async ({ params, body, session, call, request }) => {
      const { status, reason, notes, expectedStatus } = body;
      const changed = await registrations.changeStatus(
        { id: params.id, status, reason: reason ?? undefined, notes: notes ?? undefined, expectedStatus },
        call,
      );
      return staffView(deps, changed, session, request.log);
    },
  });
}

function addOperators(app: FastifyInstance, deps: Deps): void {
  const { identity, registrations } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url: '/api/admin/operators',
    tag,
    summary: 'Operadores e administradores, os de mais atribuições primeiro',
    roles: admins,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: operatorPage,
    run: async ({ query, call }) => {
      const [people, counts] = await Promise.all([
        identity.listOperators({}, call),
        registrations.countAssignments({}, call),
      ]);
      const assigned = new Map(counts.items.map((one) => [one.operatorId, one.assigned]));
      const operators = people.items
        .map(({ id, firstName, lastName }) => ({ id, firstName, lastName, assigned: assigned.get(id) ?? 0 }))
        .sort((a, b) => b.assigned - a.assigned);
      return pageOfWhole(query, operators);
    },
  });
}
