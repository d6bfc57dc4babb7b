import type { FastifyInstance } from 'fastify';
import { versionRoutes } from '../../contract/routes/versions.ts';
import { pageOfItems, toPageRequest } from '../present/common.ts';
import { presentRegistration } from '../present/registrations.ts';
import { presentDiff } from '../present/versions.ts';
import { registrationFor } from '../present/views.ts';
import { type Deps, route } from '../route.ts';

/** Deadline, ms. The comparison may read manifests of 100,000 files. */
const MANIFEST_DEADLINE_MS = 15_000;

export function addVersions(app: FastifyInstance, deps: Deps): void {
  const { registrations, storage } = deps.clients;

  route(app, deps, versionRoutes.createVersion, async ({ params, body, session, call, request }) => {
    const created = await registrations.createVersion({ ...params, ...body }, call);
    return registrationFor(deps, created, session, request.log);
  });

  route(app, deps, versionRoutes.listVersions, async ({ params, query, call }) => {
    const found = await registrations.listVersions({ ...params, page: toPageRequest(query) }, call);
    return pageOfItems(query, found.items.map(presentRegistration), found);
  });

  route(app, deps, versionRoutes.diffVersions, async ({ params, query: { change = '', ...asked }, call }) => {
    const versions = await registrations.startComparison(params, call);
    const [ticket = '', earlierTicket = ''] = [versions.later?.ticket, versions.earlier?.ticket];
    const found = await storage.compareVersions(
      { ticket, earlierTicket, change, page: toPageRequest(asked) },
      { ...call, deadlineMs: MANIFEST_DEADLINE_MS },
    );
    return presentDiff(asked, versions, found);
  });
}
