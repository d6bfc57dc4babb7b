import type { FastifyInstance } from 'fastify';
import { versionRoutes } from '../../contract/routes/versions.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentRegistration } from '../present/registrations.ts';
import { registrationFor } from '../present/views.ts';
import { type Deps, route } from '../route.ts';

export function addVersions(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, versionRoutes.createVersion, async ({ params, body, session, call, request }) =>
    registrationFor(
      deps,
      await registrations.createVersion({ ...params, ...body }, call),
      session,
      request.log,
    ),
  );

  route(app, deps, versionRoutes.listVersions, async ({ params, query, call }) => {
    const found = await registrations.listVersions({ ...params, page: toPageRequest(query) }, call);
    return pageOfItems(query, found.items.map(presentRegistration), found);
  });
}
