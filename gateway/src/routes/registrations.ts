import { toDetailsMessage } from '@g2/terms/details';
import type { FastifyInstance } from 'fastify';
import { registrationRoutes } from '../../contract/routes/registrations.ts';
import { pageOfItems, present, toPageRequest } from '../present/common.ts';
import { presentRegistration } from '../present/registrations.ts';
import { historyFor, registrationFor } from '../present/views.ts';
import { type Deps, route } from '../route.ts';

export function addRegistrations(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, registrationRoutes.listRegistrations, async ({ query, call }) => {
    const found = await registrations.listOwn(
      {
        page: toPageRequest(query),
        statuses: query.status ?? [],
        search: query.search ?? '',
        assignedToMe: false,
        sort: query.sort ?? '',
        paid: query.paid,
        waiting: query.waiting,
      },
      call,
    );
    return pageOfItems(query, found.items.map(presentRegistration), found);
  });

  route(app, deps, registrationRoutes.getRegistrationStats, async ({ call }) =>
    registrations.getOwnStats({}, call),
  );

  route(app, deps, registrationRoutes.createRegistration, async ({ body, session, call, request }) => {
    const created = await registrations.createRegistration(toDetailsMessage(body), call);
    return registrationFor(deps, created, session, request.log);
  });

  addOne(app, deps);
}

function addOne(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, registrationRoutes.getRegistration, async ({ params, session, call, request }) =>
    registrationFor(deps, await registrations.getRegistration(params, call), session, request.log),
  );

  route(
    app,
    deps,
    registrationRoutes.updateRegistration,
    async ({ params, body, session, call, request }) => {
      // An empty string clears an optional field; an absent field stays unchanged.
      const patch = toDetailsMessage(body, '');
      const changed = await registrations.updateRegistration({ ...patch, id: params.id }, call);
      return registrationFor(deps, changed, session, request.log);
    },
  );

  route(app, deps, registrationRoutes.deleteRegistration, async ({ params, call }) => {
    await registrations.deleteRegistration(params, call);
  });

  route(
    app,
    deps,
    registrationRoutes.getRegistrationHistory,
    async ({ params, query, session, call, request }) =>
      historyFor(deps, await registrations.getHistory(params, call), session, query, request.log),
  );

  route(app, deps, registrationRoutes.getCorrectionChanges, async ({ params, call }) =>
    present(await registrations.getCorrectionChanges(params, call)),
  );

  route(app, deps, registrationRoutes.resubmitRegistration, async ({ params, session, call, request }) =>
    registrationFor(deps, await registrations.resubmit(params, call), session, request.log),
  );
}
