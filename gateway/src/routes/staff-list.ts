import type { FastifyInstance } from 'fastify';
import { staffRegistrationListQuery, staffRegistrationPage } from '../../contract/registrations.ts';
import type { Role } from '../plugins/session.ts';
import { toPageRequest } from '../present/common.ts';
import { staffPage } from '../present/views.ts';
import { type Deps, route } from '../route.ts';
import { searchedFor } from './found-by-number.ts';

/** The list of everybody's registrations, under the operators' address and under the admins'. */
export function addStaffList(
  app: FastifyInstance,
  deps: Deps,
  { url, tag, roles }: { url: string; tag: string; roles: readonly Role[] },
): void {
  route(app, deps, {
    method: 'GET',
    url,
    tag,
    summary: 'Os registros de todos, os mais novos primeiro se outra ordem não for pedida',
    roles,
    query: staffRegistrationListQuery,
    limit: 'searches',
    answer: staffRegistrationPage,
    run: async ({ query, session, call, request }) => {
      const found = await deps.clients.registrations.listForStaff(
        {
          page: toPageRequest(query),
          statuses: query.status ?? [],
          search: await searchedFor(deps.clients, query.search ?? '', call),
          assignedToMe: query.assigned ?? false,
          sort: query.sort ?? '',
        },
        call,
      );
      return staffPage(deps, found, session, query, request.log);
    },
  });
}
