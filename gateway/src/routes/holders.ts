import type { FastifyInstance } from 'fastify';
import { idParams, pageQuery, SHORT_LIST_PAGE_SIZE } from '../../contract/common.ts';
import { holder, holderBody, holderPage, holderParams } from '../../contract/holders.ts';
import { pageOfWhole } from '../present/common.ts';
import { presentHolder } from '../present/registrations.ts';
import { type Deps, route, signedIn } from '../route.ts';

const tag = 'Titulares';
const url = '/api/registrations/:id/holders';

export function addHolders(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, {
    method: 'GET',
    url,
    tag,
    summary: 'Os titulares de um registro',
    roles: signedIn,
    params: idParams,
    query: pageQuery(SHORT_LIST_PAGE_SIZE),
    answer: holderPage,
    run: async ({ params, query, call }) => {
      const { items } = await registrations.listHolders(params, call);
      return pageOfWhole(query, items.map(presentHolder));
    },
  });

  route(app, deps, {
    method: 'POST',
    url,
    tag,
    summary: 'Adiciona um titular enquanto submetido',
    roles: signedIn,
    params: idParams,
    body: holderBody,
    status: 201,
    answer: holder,
    idempotent: true,
    run: async ({ params, body, call }) =>
      presentHolder(await registrations.addHolder({ ...body, registrationId: params.id }, call)),
  });

  route(app, deps, {
    method: 'DELETE',
    url: `${url}/:holderId`,
    tag,
    summary: 'Remove um titular enquanto submetido',
    roles: signedIn,
    params: holderParams,
    run: async ({ params, call }) => {
      await registrations.removeHolder({ registrationId: params.id, holderId: params.holderId }, call);
      return undefined;
    },
  });
}
