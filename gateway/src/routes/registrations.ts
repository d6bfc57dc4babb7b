import type { FastifyInstance } from 'fastify';
import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../../contract/common.ts';
import {
  clientHistoryPage,
  createRegistrationBody,
  historyPage,
  patchRegistrationBody,
  registration,
  registrationListQuery,
  registrationPage,
  registrationStats,
  staffRegistration,
} from '../../contract/registrations.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentRegistration } from '../present/registrations.ts';
import { historyFor, registrationFor } from '../present/views.ts';
import { type Deps, route, signedIn } from '../route.ts';

const tag = 'Registros';

const registrationByRole = { staff: staffRegistration, client: registration };
const historyByRole = { staff: historyPage, client: clientHistoryPage };

export function addRegistrations(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url: '/api/registrations',
    tag,
    summary: 'Os próprios registros, os mais novos ou os mais urgentes primeiro',
    roles: signedIn,
    query: registrationListQuery,
    limit: 'searches',
    answer: registrationPage,
    run: async ({ query, call }) => {
      const found = await registrations.listOwn(
        {
          page: toPageRequest(query),
          statuses: query.status ?? [],
          search: query.search ?? '',
          assignedToMe: false,
          sort: query.sort ?? '',
        },
        call,
      );
      return pageOfItems(query, found.items.map(presentRegistration), found);
    },
  });

  route(app, deps, {
    method: 'GET',
    url: '/api/registrations/stats',
    tag,
    summary: 'Os números do painel do cliente',
    roles: signedIn,
    answer: registrationStats,
    run: async ({ call }) => registrations.getOwnStats({}, call),
  });

  route(app, deps, {
    method: 'POST',
    url: '/api/registrations',
    tag,
    summary: 'Cria um registro',
    roles: signedIn,
    body: createRegistrationBody,
    status: 201,
    answer: registrationByRole,
    idempotent: true,
    run: async ({ body, session, call, request }) => {
      const created = await registrations.createRegistration(
        { ...body, notes: body.notes ?? undefined },
        call,
      );
      return registrationFor(deps, created, session, request.log);
    },
  });

  addOne(app, deps);
}

function addOne(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;
  const url = '/api/registrations/:id';

  route(app, deps, {
    method: 'GET',
    url,
    tag,
    summary: 'Um registro',
    roles: signedIn,
    params: idParams,
    answer: registrationByRole,
    run: async ({ params, session, call, request }) =>
      registrationFor(deps, await registrations.getRegistration(params, call), session, request.log),
  });

  route(app, deps, {
    method: 'PATCH',
    url,
    tag,
    summary: 'Altera os dados enquanto submetido',
    roles: signedIn,
    params: idParams,
    body: patchRegistrationBody,
    answer: registrationByRole,
    run: async ({ params, body, session, call, request }) => {
      // Empty clears the notes; absent leaves them.
      const notes = body.notes === null ? '' : body.notes;
      const changed = await registrations.updateRegistration({ ...body, notes, id: params.id }, call);
      return registrationFor(deps, changed, session, request.log);
    },
  });

  route(app, deps, {
    method: 'DELETE',
    url,
    tag,
    summary: 'Exclui enquanto submetido e nunca pago',
    roles: signedIn,
    params: idParams,
    run: async ({ params, call }) => {
      await registrations.deleteRegistration(params, call);
      return undefined;
    },
  });

  route(app, deps, {
    method: 'GET',
    url: `${url}/history`,
    tag,
    summary: 'As mudanças de status, a mais antiga primeiro',
    roles: signedIn,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: historyByRole,
    run: async ({ params, query, session, call, request }) =>
      historyFor(deps, await registrations.getHistory(params, call), session, query, request.log),
  });

  route(app, deps, {
    method: 'POST',
    url: `${url}/resubmit`,
    tag,
    summary: 'Reenvia um registro pago após correções, sem nova cobrança',
    roles: signedIn,
    params: idParams,
    answer: registrationByRole,
    idempotent: true,
    run: async ({ params, session, call, request }) =>
      registrationFor(deps, await registrations.resubmit(params, call), session, request.log),
  });
}
