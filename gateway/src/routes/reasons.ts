import type { FastifyInstance } from 'fastify';
import { reasonRoutes } from '../../contract/routes/reasons.ts';
import { pageOfWhole, present } from '../present/common.ts';
import { type Deps, route } from '../route.ts';

export function addReasons(app: FastifyInstance, deps: Deps): void {
  const { registrations } = deps.clients;

  route(app, deps, reasonRoutes.listReasons, async ({ query, call }) => {
    const { items } = await registrations.listReasons({ archived: false }, call);
    return pageOfWhole(query, items);
  });

  route(app, deps, reasonRoutes.listKeptReasons, async ({ query, call }) => {
    const { items } = await registrations.listReasons({ archived: true }, call);
    return pageOfWhole(query, items.map(present));
  });

  route(app, deps, reasonRoutes.addReason, async ({ body, call }) =>
    present(await registrations.addReason(body, call)),
  );

  route(app, deps, reasonRoutes.changeReason, async ({ params, body, call }) =>
    present(await registrations.changeReason({ ...body, id: params.id }, call)),
  );

  route(app, deps, reasonRoutes.archiveReason, async ({ params, call }) => {
    await registrations.changeReason({ id: params.id, archived: true }, call);
  });
}
