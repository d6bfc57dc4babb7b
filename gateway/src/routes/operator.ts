import type { FastifyInstance } from 'fastify';
import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../../contract/common.ts';
import { holderPage } from '../../contract/holders.ts';
import {
  historyPage,
  operatorActionBody,
  operatorStats,
  staffRegistration,
} from '../../contract/registrations.ts';
import { pageOfWhole } from '../present/common.ts';
import { presentHolder } from '../present/registrations.ts';
import { staffHistory, staffView } from '../present/views.ts';
import { type Deps, route, staff } from '../route.ts';
import { addStaffList } from './staff-list.ts';

const tag = 'Operação';
const url = '/api/operator/registrations';

export function addOperator(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  addStaffList(app, deps, { url, tag, roles: staff });

  route(app, deps, {
    method: 'GET',
    url: `${url}/stats`,
    tag,
    summary: 'Os números do painel do operador',
    roles: staff,
    answer: operatorStats,
    run: async ({ call }) => registrations.getOperatorStats({}, call),
  });

  route(app, deps, {
    method: 'GET',
    url: `${url}/:id`,
    tag,
    summary: 'Um registro, como a equipe o vê',
    roles: staff,
    params: idParams,
    answer: staffRegistration,
    run: async ({ params, session, call, request }) =>
      staffView(deps, await registrations.getRegistration(params, call), session, request.log),
  });

  route(app, deps, {
    method: 'GET',
    url: `${url}/:id/holders`,
    tag,
    summary: 'Os titulares de um registro',
    roles: staff,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: holderPage,
    run: async ({ params, query, call }) => {
      const { items } = await registrations.listHolders(params, call);
      return pageOfWhole(query, items.map(presentHolder));
    },
  });

  route(app, deps, {
    method: 'GET',
    url: `${url}/:id/history`,
    tag,
    summary: 'As mudanças de status, com as notas da equipe',
    roles: staff,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: historyPage,
    run: async ({ params, query, session, call, request }) =>
      staffHistory(deps, await registrations.getHistory(params, call), session, query, request.log),
  });

  route(app, deps, {
    method: 'PATCH',
    url: '/api/registrations/:id/operator-action',
    tag,
    summary: 'Aprova, pede correções ou anota',
    roles: staff,
    params: idParams,
    body: operatorActionBody,
    answer: staffRegistration,
    run: async ({ params, body, session, call, request }) => {
      const { action, reason, notes, expectedStatus } = body;
      const changed = await registrations.operatorAction(
        { id: params.id, action, reason: reason ?? undefined, notes: notes ?? undefined, expectedStatus },
        call,
      );
      return staffView(deps, changed, session, request.log);
    },
  });
}
