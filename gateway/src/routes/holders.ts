import type { FastifyInstance } from 'fastify';
import { holderRoutes } from '../../contract/routes/holders.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { type Deps, route } from '../route.ts';

export function addHolders(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, holderRoutes.listHolders, async ({ params, query, call }) => {
    const { items } = await registrations.listHolders(params, call);
    return pageOfWhole(query, items.map(present));
  });

  route(app, deps, holderRoutes.addHolder, async ({ params, body, call }) =>
    present(await registrations.addHolder({ ...body, registrationId: params.id }, call)),
  );

  route(app, deps, holderRoutes.updateHolder, async ({ params, body, call }) => {
    const { id: registrationId, holderId } = params;
    return present(await registrations.updateHolder({ ...body, registrationId, holderId }, call));
  });

  route(app, deps, holderRoutes.removeHolder, async ({ params, call }) => {
    await registrations.removeHolder({ registrationId: params.id, holderId: params.holderId }, call);
  });
}
